#!/bin/sh
# export_faults.sh PROGRAM FOLDER: replaces an export (.gltf and .bin) while the system fails it: killed at each of its
# system calls, before the call and after it, and each call refused with ENOSPC and EACCES in turn. Whatever happens, the
# .gltf opens and is the old export or the new one, with its own data; after a refusal it is the old one, and nothing is
# left beside it.
set -u
program=$1
folder=$2
file=$folder/x.gltf
strace -o /dev/null true 2>/dev/null || { echo "strace cannot be used here; skipped"; exit 77; }
rm -rf "$folder"
mkdir -p "$folder/old" "$folder/out" || exit 1
"$program" "$folder/old/x.gltf" export-old 2>/dev/null || exit 1
file=$folder/out/x.gltf
cp "$folder"/old/* "$folder/out" || exit 1

# The calls of one export in their order, numbered by name over the whole run, as strace counts them for an injection.
strace -o "$folder/trace" "$program" "$file" export-new 2>/dev/null || { echo "the plain export failed"; exit 1; }
[ "$("$program" "$file" export-check)" = new ] || { echo "the plain export did not export"; exit 1; }
[ "$(ls -A "$folder/out" | tr '\n' ' ')" = "x.bin x.gltf " ] || { echo "left: $(ls -A "$folder/out")"; exit 1; }
awk -v first="$(grep -n '"ready' "$folder/trace" | cut -d: -f1)" '
    /^[a-z0-9_]+\(/ { name = $0; sub(/\(.*/, "", name); count[name]++; if (NR > first) print name, count[name] }
' "$folder/trace" | grep -v -E '^(exit_group|exit|brk|mmap|munmap|mremap|madvise) ' > "$folder/calls"
calls=$(wc -l < "$folder/calls")
[ "$(grep -c "^rename" "$folder/calls")" = 4 ] || { echo "other than four renames:"; cat "$folder/calls"; exit 1; }

failed=0 killed=0 refused=0 kept=0 replaced=0
complain() {
    echo "$1: $2"
    failed=$((failed + 1))
}

judge() {
    name=$("$program" "$file" export-check 2>/dev/null) || complain "$1" "the export does not open, or has the other's data"
    case $name in
    old) kept=$((kept + 1)) ;;
    new) replaced=$((replaced + 1)) ;;
    esac
}

restore() {
    rm -rf "$folder/out"
    cp -r "$folder/old" "$folder/out"
}

while read -r call number; do
    for how in "signal=KILL" "delay_exit=1:signal=KILL"; do
        restore
        strace -o /dev/null -e "inject=$call:$how:when=$number" "$program" "$file" export-new > /dev/null 2>&1
        [ $? -gt 128 ] && killed=$((killed + 1))
        judge "killed at $call $number ($how)"
    done
    for error in ENOSPC EACCES; do
        restore
        strace -o /dev/null -e "inject=$call:error=$error:when=$number" "$program" "$file" export-new \
            > /dev/null 2> "$folder/said"
        status=$?
        judge "$error at $call $number"
        [ "$status" -gt 1 ] && complain "$error at $call $number" "exit status $status"
        [ "$status" = 1 ] && refused=$((refused + 1))
        [ "$status" = 0 ] && [ "$name" = old ] && complain "$error at $call $number" "said to be exported and is not"
        [ "$status" = 1 ] && [ "$(wc -l < "$folder/said")" -lt 2 ] && complain "$error at $call $number" "no reason"
        # Flushing the folder, when the file is in it already, is the one refusal after which it is the new one.
        if [ "$status" = 1 ] && [ "$name" = new ] && ! grep -q "flushing its folder" "$folder/said"; then
            complain "$error at $call $number" "refused, and it is the new one: $(cat "$folder/said")"
        fi
        if [ "$status" = 1 ] && [ "$name" = old ] && [ "$call" != unlink ] && [ "$(ls -A "$folder/out" | wc -l)" != 2 ]; then
            complain "$error at $call $number" "left: $(ls -A "$folder/out" | tr '\n' ' ')"
        fi
    done
done < "$folder/calls"

# One of the two that cannot be written to: refused before anything is written.
for closed in x.gltf x.bin; do
    restore
    rm "$folder/out/$closed"
    mkdir "$folder/out/$closed"
    "$program" "$file" export-new > /dev/null 2> "$folder/said" && complain "$closed is a folder" "exported"
    [ "$(ls -A "$folder/out" | wc -l)" = 2 ] || complain "$closed is a folder" "left: $(ls -A "$folder/out")"
    other=$([ $closed = x.gltf ] && echo x.bin || echo x.gltf)
    cmp -s "$folder/out/$other" "$folder/old/$other" || complain "$closed is a folder" "$other was touched"
done

echo "$calls calls: $killed times killed, $refused times refused; $kept times the old export, $replaced times the new one"
[ "$failed" = 0 ] && [ "$killed" -ge "$calls" ] && [ "$refused" -ge 10 ] && [ "$kept" -gt 20 ] && [ "$replaced" -gt 5 ]
