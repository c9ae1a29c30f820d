#!/usr/bin/env bash
# Builds picking and its unit tests for every supported compiler and target, runs them (under an emulator if necessary),
# and checks that all give the same results bit for bit. Prints a line per target.
#
#   scripts/targets.sh [TARGET...]
#
# gcc clang     this machine, with the compiler of that name. Without arguments not the one that cc is: the main build has
#               the same tests, and the same hash, which it compares with that in tests/determinism
# portable      VKPICK_PORTABLE: no SIMD, attributes or builtins
# shared        BUILD_SHARED_LIBS and CMAKE_UNITY_BUILD, all files in one
# musl          another C library
# i686          32-bit x86 with SSE2 arithmetic
# aarch64       64-bit ARM, under qemu
# mingw64       64-bit Windows, under wine; renderer and its offscreen example too
# wasm32        WebAssembly, under node
#
# The example needs wine's Vulkan, which needs a display: an Xvfb if there is none. Where wine has no Vulkan the example is
# skipped, and the line says why.
#
# Installs nothing; scripts/packages-all.txt lists the packages. A target whose tools are missing is skipped, and says so.
# Left out: test_view_cglm and the tests of cases in JSON, which need libraries; for wasm32 those with threads; under qemu
# and wine the slowest (SLOW, EMULATED); test_stack, of which only optimised x86-64 promises anything, but for gcc, clang,
# shared and musl.
# Exit status: 0 if none failed. VKPICK_TARGETS_JOBS: how many jobs at once, by default one a processor.
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root" || exit 1
jobs=${VKPICK_TARGETS_JOBS:-$(nproc)}
all=(gcc clang portable shared musl i686 aarch64 mingw64 wasm32)
# Under qemu these would take half of all its time.
EMULATED='^(test_polygon_parts|test_region|test_thin_objects)$'
SLOW='^(test_gizmo_hand|test_mesh_file|test_mesh_orders|test_mesh_refit|test_mesh_tasks|test_scene_moments|test_scene_set_many|test_shape_convex)$'
passed=0
failed=0
skipped=0
hashes=
display=
wine=/usr/lib/wine

# What would linger.
stop_servers() {
    if [ -d build/targets/wine ]; then
        WINEPREFIX=$root/build/targets/wine "$wine"/wineserver -k || true
    fi
    [ -z "$display" ] || kill "$display"
}
trap stop_servers EXIT

# tools TARGET: the required tools, one a line; a path or a command.
tools() {
    case $1 in
    gcc | clang) echo "$1" ;;
    portable | shared) echo cc ;;
    musl) echo musl-gcc ;;
    i686) printf '%s\n' i686-linux-gnu-gcc /usr/i686-linux-gnu/include/stdio.h ;;
    aarch64) printf '%s\n' aarch64-linux-gnu-gcc /usr/aarch64-linux-gnu/include/stdio.h qemu-aarch64 ;;
    mingw64) printf '%s\n' x86_64-w64-mingw32-gcc "$wine"/wine64 glslc /usr/include/vulkan/vulkan_core.h ;;
    wasm32) printf '%s\n' clang wasm-ld /usr/include/wasm32-wasi/stdio.h node ;;
    *) return 1 ;;
    esac
}

# options TARGET: the options for CMake.
options() {
    case $1 in
    gcc | clang) echo "-DCMAKE_C_COMPILER=$1" ;;
    portable) echo -DVKPICK_PORTABLE=ON ;;
    shared) echo -DBUILD_SHARED_LIBS=ON -DCMAKE_UNITY_BUILD=ON -DCMAKE_UNITY_BUILD_BATCH_SIZE=0 ;;
    *) echo "-DCMAKE_TOOLCHAIN_FILE=$root/cmake/toolchains/$1.cmake" ;;
    esac
}

# start_display: an Xvfb for this script if there is no display and Xvfb is installed.
start_display() {
    [ -z "${DISPLAY:-}" ] && command -v Xvfb >/dev/null || return 0
    local file=build/targets/display
    : >"$file"
    Xvfb -displayfd 3 -screen 0 640x480x24 -nolisten tcp 3>"$file" >/dev/null 2>&1 &
    display=$!
    disown # it is no target
    for ((i = 0; i < 100; i++)); do
        [ ! -s "$file" ] || break
        sleep 0.1
    done
    DISPLAY=:$(cat "$file")
    export DISPLAY
}

# example LOG: what the renderer's example said, if it was run.
example() {
    local text
    text=$(sed -n 's/^[0-9]*: \(agreed: .*\)/\1/p' "$1" | tail -n 1)
    if [ -n "$text" ]; then
        echo ", renderer $text"
    elif grep -q 'embed_renderer .*Skipped' "$1"; then
        text=$(sed -n 's/^[0-9]*: \(.*\(VK_\|Vulkan\).*\)/\1/p' "$1" | tail -n 1)
        echo ", renderer SKIPPED: ${text:-its example said nothing}"
    fi
}

# run TARGET: configures, builds and tests; leaves its output in build/targets/TARGET.log.
run() {
    local target=$1 build=build/targets/$1 left_out='^$' strict=ON renderer=(-DVKPICK_RENDERER=OFF) fixed=()
    case $target in
    aarch64) left_out="$SLOW|$EMULATED" ;;
    mingw64) left_out=$SLOW ;;
    esac
    if [ "$target" = mingw64 ]; then
        strict=OFF # warnings about the macros of its own <math.h>
        # Beside the headers of Vulkan lie those of this system's C library, which must not be found.
        mkdir -p build/targets/headers
        ln -sfn /usr/include/vulkan build/targets/headers/vulkan
        ln -sfn /usr/include/vk_video build/targets/headers/vk_video
        renderer=(-DVKPICK_RENDERER=ON -DVKPICK_vulkan_headers_INCLUDE="$root/build/targets/headers")
        export WINEPREFIX=$root/build/targets/wine WINEDEBUG=-all
        mkdir -p "$WINEPREFIX"
        # Wine needs the page at 0x7ffe0000. At random addresses a program's heap lies there once in some thousand starts.
        ! setarch -R true || fixed=(setarch -R)
        # One server until the end: a program that starts while the server of the one before ends is cut off.
        "$wine"/wineserver -k || true # one that an aborted run has left
        "$wine"/wineserver -p || return
        "${fixed[@]}" "$wine"/wine64 wineboot --init || return # once, before several programs would do it at the same time
    fi
    # shellcheck disable=SC2046 # options are words
    cmake -S . -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DVKPICK_WERROR=$strict "${renderer[@]}" \
        -DVKPICK_EDITOR=OFF -DVKPICK_CROSS_TESTS=ON $(options "$target") &&
        cmake --build "$build" -j "$jobs" &&
        "${fixed[@]}" ctest --test-dir "$build" -j "$jobs" -E "$left_out" --output-on-failure --no-tests=error &&
        "${fixed[@]}" ctest --test-dir "$build" -R '^(determinism_1|embed_renderer)$' -V --no-tests=error
}

# missing TARGET: the first of its tools that is not there.
missing() {
    local tool
    while read -r tool; do
        case $tool in
        /*) [ -e "$tool" ] || { echo "$tool" && return; } ;;
        *) command -v "$tool" >/dev/null || { echo "$tool" && return; } ;;
        esac
    done < <(tools "$1")
}

# try TARGET: runs it if it can. Leaves how that ended, and the seconds it took, in build/targets/TARGET.result.
try() {
    local start=$SECONDS status=0
    [ -z "$(missing "$1")" ] || return 0
    rm -f "build/targets/$1.result"
    run "$1" >"build/targets/$1.log" 2>&1 </dev/null || status=$?
    echo "$status $((SECONDS - start))" >"build/targets/$1.result"
}

# check TARGET: prints the line of one that was tried, and counts.
check() {
    local target=$1 log=build/targets/$1.log tool status seconds
    tool=$(missing "$target")
    if [ -n "$tool" ]; then
        echo "$target: SKIPPED, there is no $tool (scripts/packages-all.txt)"
        skipped=$((skipped + 1))
        return
    fi
    read -r status seconds <"build/targets/$target.result" || status=1
    if [ "$status" -ne 0 ]; then
        grep -E 'error:|Error|FAILED|\*\*\*Failed|Failure!|undefined|expected' "$log" | head -n 10
        echo "$target: FAILED, all of it is in $log"
        failed=$((failed + 1))
        return
    fi
    local tests hash
    tests=$(sed -n 's/^100% tests passed, 0 tests failed out of \([0-9]*\)$/\1/p' "$log" | head -n 1)
    hash=$(sed -n 's/^[0-9]*: \([0-9a-f]\{16\}\) .*picks.*/\1/p' "$log" | sort -u)
    if [ "$(wc -w <<<"$hash")" -ne 1 ] || [ "${hashes:-$hash}" != "$hash" ]; then
        echo "$target: FAILED, its hash is ${hash:-missing}, where others have ${hashes:-none}"
        failed=$((failed + 1))
        return
    fi
    hashes=$hash
    echo "$target: passed, $tests tests, hash $hash$(example "$log"), $seconds s"
    passed=$((passed + 1))
}

# is_cc TARGET: whether it is the compiler that cc stands for.
is_cc() {
    local compiler
    compiler=$(command -v "$1") && [ "$(readlink -f "$compiler")" = "$(readlink -f "$(command -v cc)")" ]
}

targets=("$@")
if [ $# -eq 0 ]; then
    for target in "${all[@]}"; do
        is_cc "$target" || targets+=("$target")
    done
fi
for target in "${targets[@]}"; do
    tools "$target" >/dev/null || {
        echo "usage: scripts/targets.sh [${all[*]}]" >&2
        exit 2
    }
done
mkdir -p build/targets
case " ${targets[*]} " in *" mingw64 "*) start_display ;; esac
# Two at a time: while one configures, or waits for its last test, the other compiles.
for target in "${targets[@]}"; do
    while [ "$(jobs -rp | wc -l)" -ge 2 ]; do
        wait -n
    done
    try "$target" &
done
wait
for target in "${targets[@]}"; do
    check "$target"
done
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
