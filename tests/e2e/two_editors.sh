#!/bin/sh
# two_editors.sh PROGRAM SCRIPTS FOLDER: two editors on one file at the same time. The first waits, while the second
# runs.
set -u
program=$1
scripts=$2
folder=$3
rm -rf "$folder"
mkdir -p "$folder/state" || exit 1
cp "$scripts/boxes.gltf" "$scripts"/two_editors*.play "$folder" || exit 1
cd "$folder" || exit 1
XDG_STATE_HOME=$folder/state
export XDG_STATE_HOME
"$program" play two_editors_make.play || exit 1
"$program" play two_editors_a.play &
first=$!
for i in $(seq 100); do # the first waits once the lock and the copy of changed work are there
    [ -e .shared.vkpick.lock ] && [ -e shared.vkpick.autosave ] && break
    sleep 0.1
done
[ -e .shared.vkpick.lock ] || { echo "the first editor took no lock"; kill $first; exit 1; }
"$program" play two_editors_b.play
second=$?
: > second_is_done
wait $first || exit 1
[ $second = 0 ] || exit 1
[ ! -e .shared.vkpick.lock ] || { echo "the lock was left"; exit 1; }
# The second's save by request, the first's under another name.
"$program" play two_editors_after.play
