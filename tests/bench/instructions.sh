#!/bin/sh
# instructions.sh PROGRAM RECORDED [--record]: instructions per ray under callgrind, against those recorded. More than 5 %
# above: exit 1. --record writes them anew. Without valgrind: 77, passed over.
set -u
program=$1
recorded=$2
rays=1000
command -v valgrind >/dev/null || { echo "passed over: there is no valgrind"; exit 77; }
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
status=0
while read -r workload level before; do
    case $workload in '#'* | '') [ "${3:-}" = --record ] && echo "$workload $level $before" >>"$work/new"; continue ;; esac
    valgrind --tool=callgrind --callgrind-out-file="$work/out" --toggle-collect=instructions_measured \
        "$program" "$workload" "$level" $rays >"$work/log" 2>&1
    result=$?
    [ $result -eq 77 ] && { echo "$workload $level: passed over, not on this processor"; continue; }
    [ $result -eq 0 ] || { cat "$work/log"; exit 1; }
    total=$(sed -n 's/.*Collected : //p' "$work/log")
    now=$((total / rays))
    echo "$workload $level: $now instructions per ray, recorded $before"
    [ "${3:-}" = --record ] && echo "$workload $level $now" >>"$work/new"
    [ $((now * 100)) -gt $((before * 105)) ] && status=1
done <"$recorded"
[ "${3:-}" = --record ] && { cp "$work/new" "$recorded"; exit 0; }
[ $status -eq 0 ] || echo "more than 5 % above what is recorded; if that is meant, run this with --record"
exit $status
