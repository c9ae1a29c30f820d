#!/bin/sh
# play.sh VKPICK SCRIPT: replays a script. Its screenshots, which nothing compares, take most of the time:
# VKPICK_NO_PICTURES passes over them.
set -eu
if [ -n "${VKPICK_NO_PICTURES:-}" ]; then
    exec "$1" play "$2" --no-pictures
fi
exec "$1" play "$2" --validation
