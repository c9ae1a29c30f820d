#!/usr/bin/env bash
# Installs what is needed, builds, and opens the editor on the demo level. Without a display it draws the demo level
# offscreen instead and prints where the pictures are.
#
#   scripts/run.sh [FILE] [EDITOR OPTIONS...]
set -euo pipefail
. "$(dirname "$0")/common.sh"
cd "$root"
mkdir -p build

install_packages
echo "vkpick: building" >&2
build release
vkpick=build/release/bin/vkpick

if [ -n "${DISPLAY:-}" ] || [ -n "${WAYLAND_DISPLAY:-}" ]; then
    exec "$vkpick" "$@"
fi

file=${1:-demo}
case $file in -*) file=demo ;; esac
out=build/pictures
mkdir -p "$out"
"$vkpick" render "$file" --out "$out/plain.png"
if [ "$file" = demo ]; then
    "$vkpick" render demo --eye 4,6.5,17 --target 1.6,1.2,0 --fov 46 --hover "leaning tower" --select sphere \
        --out "$out/hover-and-selection.png" --ids "$out/ids.png"
fi
echo "vkpick: there is no display, so no window; pictures are in $root/$out:"
ls "$out"/*.png
