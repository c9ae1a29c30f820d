#!/bin/sh
# copy_faults.sh PROGRAM FOLDER: locks a level's file and autosaves the changed level while the system fails it: killed
# at each of its system calls, before the call and after it, and each call refused with ENOSPC and EACCES in turn.
# Whatever happens, the level's file and the copy of an earlier session are untouched, every copy that is not empty
# opens, and the next editor gets the lock.
set -u
program=$1
folder=$2
strace -o /dev/null true 2>/dev/null || { echo "strace cannot be used here; skipped"; exit 77; }
rm -rf "$folder"
mkdir -p "$folder/old" || exit 1
"$program" "$folder/old/level.vkpick" old || exit 1
cp "$folder/old/level.vkpick" "$folder/old/level.vkpick.autosave" || exit 1
out=$folder/out
file=$out/level.vkpick

restore() {
    rm -rf "$out"
    cp -r "$folder/old" "$out"
}

restore
strace -o "$folder/trace" "$program" "$file" copy 2>/dev/null || { echo "the plain copy failed"; exit 1; }
[ "$(ls -A "$out" | tr '\n' ' ')" = "level.vkpick level.vkpick.2.autosave level.vkpick.autosave " ] ||
    { echo "left: $(ls -A "$out")"; exit 1; }
awk -v first="$(grep -n '"ready' "$folder/trace" | cut -d: -f1)" '
    /^[a-z0-9_]+\(/ { name = $0; sub(/\(.*/, "", name); count[name]++; if (NR > first) print name, count[name] }
' "$folder/trace" | grep -v -E '^(exit_group|exit|brk|mmap|munmap|mremap|madvise) ' > "$folder/calls"
calls=$(wc -l < "$folder/calls")
for wanted in link openat write fsync rename unlink; do
    grep -q "^$wanted" "$folder/calls" || { echo "no $wanted among the calls:"; cat "$folder/calls"; exit 1; }
done

failed=0 killed=0 refused=0 copies=0
complain() {
    echo "$1: $2"
    failed=$((failed + 1))
}

judge() {
    cmp -s "$file" "$folder/old/level.vkpick" || complain "$1" "the level's file was touched"
    cmp -s "$file.autosave" "$folder/old/level.vkpick" || complain "$1" "the copy of another session was touched"
    for copy in "$out"/level.vkpick.[0-9]*.autosave; do
        [ -s "$copy" ] || continue
        cp "$copy" "$folder/copy.vkpick"
        name=$("$program" "$folder/copy.vkpick" check 2>/dev/null)
        [ "$name" = new ] && copies=$((copies + 1)) || complain "$1" "a copy that does not open: $copy"
    done
    "$program" "$file" lock || complain "$1" "the next editor does not get the lock: $(ls -A "$out" | tr '\n' ' ')"
}

while read -r call number; do
    for how in "signal=KILL" "delay_exit=1:signal=KILL"; do
        restore
        strace -o /dev/null -e "inject=$call:$how:when=$number" "$program" "$file" copy > /dev/null 2>&1
        [ $? -gt 128 ] && killed=$((killed + 1))
        judge "killed at $call $number ($how)"
    done
    case $call in getpid | getuid | geteuid | uname) continue ;; esac # these cannot fail
    for error in ENOSPC EACCES; do
        restore
        strace -o /dev/null -e "inject=$call:error=$error:when=$number" "$program" "$file" copy > /dev/null 2> "$folder/said"
        status=$?
        judge "$error at $call $number"
        [ "$status" -gt 1 ] && complain "$error at $call $number" "exit status $status"
        [ "$status" = 1 ] && refused=$((refused + 1))
        [ "$status" = 1 ] && [ "$(wc -l < "$folder/said")" -lt 2 ] && complain "$error at $call $number" "no reason"
    done
done < "$folder/calls"

echo "$calls calls: $killed times killed, $refused times refused; $copies times a new copy"
[ "$failed" = 0 ] && [ "$killed" -ge "$calls" ] && [ "$refused" -ge 5 ] && [ "$copies" -ge 5 ]
