#!/bin/sh
# save_faults.sh PROGRAM FOLDER: saves a level while the system fails it: killed at each of its system calls, before the
# call and after it, and each call refused with ENOSPC, EIO and EACCES in turn. Whatever happens, the file is the old
# level or the new one, whole; after a refusal the program says so and keeps the change; and nothing is left beside the
# file by a save that went on to its end.
set -u
program=$1
folder=$2
file=$folder/level.vkpick
strace -o /dev/null true 2>/dev/null || { echo "strace cannot be used here; skipped"; exit 77; }
rm -rf "$folder"
mkdir -p "$folder" || exit 1
"$program" "$file" old || exit 1
cp "$file" "$folder/old"

# The calls of one save in their order, from the one after "ready" on.
strace -o "$folder/trace" "$program" "$file" change 2>/dev/null || { echo "the plain save failed"; exit 1; }
[ "$("$program" "$file" check)" = new ] || { echo "the plain save did not save"; exit 1; }
sed -n '/"ready/,$p' "$folder/trace" | sed 1d | grep -v '^[+-]' > "$folder/save"
# Numbered by name over the whole run, as strace counts them for an injection: "openat 7".
awk -v first="$(grep -n '"ready' "$folder/trace" | cut -d: -f1)" '
    /^[a-z0-9_]+\(/ { name = $0; sub(/\(.*/, "", name); count[name]++; if (NR > first) print name, count[name] }
' "$folder/trace" | grep -v -E '^(exit_group|exit|brk|mmap|munmap|mremap|madvise) ' > "$folder/calls"
calls=$(wc -l < "$folder/calls")
for wanted in openat write fsync rename; do
    grep -q "^$wanted" "$folder/calls" || { echo "no $wanted among the calls of a save:"; cat "$folder/calls"; exit 1; }
done

failed=0 killed=0 refused=0 kept=0 replaced=0
complain() {
    echo "$1: $2"
    failed=$((failed + 1))
}

# judge WHAT STATUS: the file is one of the two, whole.
judge() {
    name=$("$program" "$file" check 2>/dev/null)
    case $name in
    old) kept=$((kept + 1)); cmp -s "$file" "$folder/old" || complain "$1" "the old file was touched" ;;
    new) replaced=$((replaced + 1)) ;;
    *) complain "$1" "neither the old file nor the new one: $(head -c 80 "$file")" ;;
    esac
}

restore() {
    cp "$folder/old" "$file"
    rm -f "$folder"/.level.vkpick.*
}

while read -r call number; do
    # Killed when the call is entered (it is not done), and by a delayed signal when it is left (it is).
    for how in "signal=KILL" "delay_exit=1:signal=KILL"; do
        restore
        strace -o /dev/null -e "inject=$call:$how:when=$number" "$program" "$file" change > /dev/null 2>&1
        [ $? -gt 128 ] && killed=$((killed + 1))
        judge "killed at $call $number ($how)"
    done
    for error in ENOSPC EIO EACCES; do
        restore
        strace -o /dev/null -e "inject=$call:error=$error:when=$number" "$program" "$file" change \
            > /dev/null 2> "$folder/said"
        status=$?
        judge "$error at $call $number"
        case $status in
        0) ;; # a call whose failure does no harm
        1) refused=$((refused + 1))
            grep -q "cannot be saved: .* (while " "$folder/said" || complain "$error at $call $number" "no reason" ;;
        *) complain "$error at $call $number" "exit status $status" ;;
        esac
        [ "$status" = 0 ] && [ "$name" = old ] && complain "$error at $call $number" "said to be saved and is not"
        # The file beside it goes too, unless it is its removal that failed.
        if [ "$call" != unlink ] && ls "$folder"/.level.vkpick.* > /dev/null 2>&1; then
            complain "$error at $call $number" "a file was left: $(ls -A "$folder")"
        fi
    done
done < "$folder/calls"

# Space that ends in the middle of the file: the first bytes are written, the rest is refused.
restore
(
    trap '' XFSZ
    ulimit -f 4 # 2 or 4 KiB, as the shell counts
    "$program" "$file" change > /dev/null 2> "$folder/said"
)
[ $? = 1 ] && grep -q "File too large (while writing)" "$folder/said" || complain "no space" "$(cat "$folder/said")"
judge "no space"
[ "$name" = old ] || complain "no space" "the file is the new one"
ls "$folder"/.level.vkpick.* > /dev/null 2>&1 && complain "no space" "a file was left"

echo "$calls calls: $killed times killed, $refused times refused; $kept times the old file, $replaced times the new one"
[ "$failed" = 0 ] && [ "$killed" -ge "$calls" ] && [ "$refused" -ge 15 ] && [ "$kept" -gt 20 ] && [ "$replaced" -gt 5 ]
