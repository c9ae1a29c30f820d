#!/usr/bin/env bash
# Runs a test program on SwiftShader, a second software implementation of Vulkan.
#
#   swiftshader.sh WORK PROGRAM [ARGUMENTS...]      WORK: a folder for the driver
#
# The driver comes from Debian's package chromium-common: the installed one, or one downloaded and unpacked into WORK.
# Without either it says so and exits 77.
set -euo pipefail
work=$1
shift
manifest=usr/lib/chromium/vk_swiftshader_icd.json

if [ -f "/$manifest" ]; then
    driver=/$manifest
else
    driver=$work/$manifest
    mkdir -p "$work"
    exec 9>"$work/lock" # tests run beside each other; the first one fetches it
    flock 9
    if [ ! -f "$driver" ]; then
        cd "$work"
        if ! { apt-get download chromium-common && dpkg-deb -x chromium-common_*.deb .; } >/dev/null 2>&1; then
            echo "skipped: the package chromium-common is not installed and cannot be downloaded"
            exit 77
        fi
        rm -f chromium-common_*.deb
        cd - >/dev/null
    fi
    exec 9>&-
fi
export VK_DRIVER_FILES=$driver VK_ICD_FILENAMES=$driver # the second for older loaders
# Its windows are those of XCB. SDL looks for that library under a name that only its development package has.
export SDL_X11_XCB_LIBRARY=${SDL_X11_XCB_LIBRARY:-libX11-xcb.so.1}
exec "$@"
