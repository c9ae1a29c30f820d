#!/usr/bin/env bash
# Fuzzes the tests of histories (tests/fuzz/history_*.c), as many at a time as there are processors, from the corpora
# that are kept. Prints a line for each, and exits 1 if any of them found something.
#
#   scripts/fuzz.sh [SECONDS] [NAME...]      60 seconds each, and all of them, by default
#
# Inputs that fail are in build/fuzz/crashes; build/fuzz/bin/history_NAME FILE runs one again. tests/fuzz/NAME.dict, if it
# is there, has words that are often in the input. New inputs are in build/fuzz/corpus/NAME. To keep those that reach new
# code:
#
#   build/fuzz/bin/history_NAME -merge=1 tests/fuzz/corpus/NAME build/fuzz/corpus/NAME
set -euo pipefail
. "$(dirname "$0")/common.sh"
cd "$root"
mkdir -p build

seconds=60
case ${1:-} in '' | *[!0-9]*) ;; *)
    seconds=$1
    shift
    ;;
esac
names=("$@")
if [ ${#names[@]} -eq 0 ]; then
    for source in tests/fuzz/history_*.c; do
        name=${source##*/history_}
        names+=("${name%.c}")
    done
fi

if ! { cmake --preset fuzz && cmake --build build/fuzz --target "${names[@]/#/history_}"; } \
    >build/fuzz-build.log 2>&1 </dev/null; then
    grep -E 'error|Error|FAILED' build/fuzz-build.log | head -n 10 >&2
    die "the fuzz build failed; all of it is in build/fuzz-build.log"
fi

# stat NAME FILE: one of the numbers that libFuzzer prints at its end.
stat() {
    sed -n "s/^stat::$1: *//p" "$2" | tail -n 1
}

# fuzz NAME: runs one and prints its line.
fuzz() {
    local name=$1 log=build/fuzz/$1.log status=0 coverage
    local words=()
    [ -f "tests/fuzz/$name.dict" ] && words=(-dict="tests/fuzz/$name.dict")
    mkdir -p "build/fuzz/corpus/$name"
    "build/fuzz/bin/history_$name" "${words[@]}" -max_total_time="$seconds" -max_len=4096 -rss_limit_mb=4096 \
        -print_final_stats=1 -artifact_prefix="build/fuzz/crashes/$name-" \
        "build/fuzz/corpus/$name" "tests/fuzz/corpus/$name" \
        >"$log" 2>&1 </dev/null || status=$?
    coverage=$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$log" | tail -n 1)
    printf '%s: %s runs, coverage %s, %s new inputs%s\n' "$name" "$(stat number_of_executed_units "$log")" \
        "${coverage:-none}" "$(stat new_units_added "$log")" \
        "$([ "$status" -eq 0 ] || sed -n 's/.*Test unit written to /, FAILED: /p' "$log" | tail -n 1)"
    [ "$status" -eq 0 ] && return
    grep -E -m 3 'ERROR|runtime error|history:|Assertion' "$log" >&2 || true
    return 1
}

failed=0
mkdir -p build/fuzz/crashes
for name in "${names[@]}"; do
    while [ "$(jobs -rp | wc -l)" -ge "$(nproc)" ]; do
        wait -n || failed=1
    done
    fuzz "$name" &
done
while [ -n "$(jobs -p)" ]; do
    wait -n || failed=1
done
exit "$failed"
