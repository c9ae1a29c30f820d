#!/bin/sh
# shader_counts.sh VKPICK LIBRARY PLAYS: whether later pictures of the same things need shaders that the first ones did
# not: a driver that compiles a shader anew in each frame takes longer than to draw it, and keeps it. LIBRARY
# (shader_count.c) counts those of Mesa's software driver; 77: there is none. PLAYS: the folder of scripts, for models.
set -eu
vkpick=$1
library=$2
plays=$3
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp "$plays"/boxes.gltf "$plays"/volume_hull.vkpick "$plays"/fence.vkpick "$folder"
cd "$folder"
status=77

# pictures COUNT: so many, each with another camera and another place of the mouse.
pictures() {
    i=0
    while [ $i -lt "$1" ]; do
        i=$((i + 1))
        printf 'move %s 310\nwheel %s\nscreenshot picture.png\n' $((460 + i)) $((i % 2 * 2 - 1))
    done
}

count() {
    { printf 'open %s\nsize 640x400\n' "$1"; printf '%b' "$2"; pictures "$3"; } >script.play
    rm -f count
    VKPICK_SHADER_COUNT=$folder/count LD_PRELOAD=$library "$vkpick" play script.play
    cat count
}

# check LEVEL COMMANDS
check() {
    few=$(count "$1" "$2" 3)
    many=$(count "$1" "$2" 7)
    echo "$1: $few shaders in the first pictures, $many with four more"
    [ "$few" -gt 0 ] || return 0
    [ "$status" -ne 77 ] || status=0
    [ "$few" -eq "$many" ] || status=1
}

check demo 'command select-all\ncommand shadows\ncommand ambient-occlusion\n'
check demo 'command section-x\ncommand section-caps\ncommand wireframe\ncommand view-orthographic\n'
check volume_hull.vkpick 'command add-sphere-volume\ncommand tool-transform\n'
check fence.vkpick 'command add-line\ncommand add-point-light\ncommand add-camera\ncommand four-views\n'
exit $status
