#!/bin/sh
# blender_poses.sh POSE_POINTS FILE [CLIP...]: compares the poses of a glTF model with those that Blender gives it, at ten
# keys of each clip (none named: the first), and half way to the next ones. Prints the largest distance between corners
# of triangles as a part of the size of the model; at keys it must be at most 1e-5. Between keys Blender interpolates
# rotations along the chord, not the arc as glTF says, so that distance is only printed. Needs Blender (packages blender
# and python3-numpy) and ends with 77 without it. CI does not run it.
set -eu
command -v blender >/dev/null || { echo "skipped: needs Blender (package blender)"; exit 77; }
program=$1 file=$2 here=$(dirname "$0")
shift 2
[ $# -gt 0 ] || set -- ""
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
failed=0
for clip in "$@"; do
    for kind in keys between; do
        name=$("$program" "$file" "$clip" 10 "$kind" 2>&1 >"$work/$kind")
        echo "$name" >"$work/name"
    done
    blender --background --factory-startup --python-exit-code 1 --python "$here/blender_poses.py" -- \
        "$file" "$(cat "$work/name")" "$work/keys" "$work/between" >"$work/log" 2>&1 || failed=1
    sed -n 's/^compared: //p' "$work/log" | grep . || { tail -20 "$work/log"; failed=1; }
done
exit $failed
