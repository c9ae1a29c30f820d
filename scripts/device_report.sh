#!/usr/bin/env bash
# Runs all that needs a Vulkan device, on the one that the renderer chooses here (a GPU before software), and writes what
# was found as a page: tests, every view of verify with and without each optional feature, the cost of recording and
# drawing frames, latency in a real window, memory.
#
#   scripts/device_report.sh [FILE.md]      default: build/device-report.md; an hour on software, minutes on a GPU
#
# VKPICK_REPORT_QUICK   set: a sample of the tests and small pictures, to try the script
#
# The window is opened on DISPLAY, or without one under Xvfb. Exit status: 0 if every test passed and no pixel was
# unexplained.
set -euo pipefail
. "$(dirname "$0")/common.sh"
cd "$root"
mkdir -p build
out=${1:-build/device-report.md}
work=$(mktemp -d)
trap 'rm -rf "$work"; [ -z "${screen:-}" ] || kill "$screen" 2>/dev/null || true' EXIT
install_packages
(build release) || exit 1
bin=build/release/bin
quick=${VKPICK_REPORT_QUICK:-}
size=${quick:+160x90}
size=${size:-640x360}
failed=0
moves=${quick:+20}
moves=${moves:-400}

# field NAME: the number of that name in each JSON line of stdin.
field() {
    sed -n "s/.*\"$1\":\([0-9.e+-]*\).*/\1/p"
}

"$bin/vkpick_bench" record >"$work/record" 2>/dev/null || failed=1
device=$(sed -n '1s/.* on //p' "$work/record")

note() {
    echo "vkpick: $*" >&2
}

# --- Tests ---
note "tests on $device"
selection=(-L vulkan)
[ -z "$quick" ] || selection=(-R '^(renderer_ids|renderer_adopt|embed_renderer)$')
VKPICK_THOROUGH=${quick:+0} ctest --test-dir build/release "${selection[@]}" -E '^swiftshader_' >"$work/tests" 2>&1 ||
    failed=1

# --- Every view, under every mask ---
# matrix MASK: a row of the table.
matrix() {
    local status=0 last
    note "every view, without: ${1:-nothing}"
    "$bin/vkpick" verify demo --matrix --size "$size" ${quick:+--views 2} ${1:+--mask "$1"} >"$work/verify" || status=1
    last=$(tail -n 1 "$work/verify")
    printf '| %s | %s | %s | %s | %s | %s |\n' "${1:-nothing}" "$(field views <<<"$last")" "$(field pixels <<<"$last")" \
        "$(field explained <<<"$last")" "$(field unexplained <<<"$last")" "$(field triangle_unexplained <<<"$last")"
    return "$status"
}
{
    matrix '' || failed=1
    for mask in geometry-shader multi-draw-indirect first-instance fill-modes anisotropy sample-shading full-index \
        memory-budget timestamps limits present-times storage-range all; do
        matrix "$mask" || failed=1
    done
} >"$work/matrix"
planted=found
"$bin/vkpick" verify demo --size "$size" --plant half-pixel >/dev/null && planted='NOT FOUND' && failed=1

# --- Latency, in a real window ---
note "latency"
if [ -z "${DISPLAY:-}" ] && command -v Xvfb >/dev/null; then
    Xvfb -displayfd 3 -screen 0 1280x800x24 -nolisten tcp 3>"$work/display" >/dev/null 2>&1 &
    screen=$!
    for ((i = 0; i < 100; i++)); do
        [ ! -s "$work/display" ] || break
        sleep 0.1
    done
    DISPLAY=:$(cat "$work/display")
    export DISPLAY
fi
latency='not measured: no display, or no xdotool'
if [ -n "${DISPLAY:-}" ] && command -v xdotool >/dev/null; then
    XDG_STATE_HOME=$work "$bin/vkpick" --size 1100x700 --log-events "$work/log" >/dev/null 2>&1 &
    editor=$!
    for ((i = 0; i < 300; i++)); do
        ! grep -q '"ready"' "$work/log" 2>/dev/null || break
        sleep 0.1
    done
    for ((i = 0; i < moves; i++)); do
        xdotool mousemove $((300 + i * 7 % 500)) $((200 + i * 13 % 300)) || true
        sleep 0.02
    done
    kill "$editor"
    wait "$editor" || true
    last=$(grep '"quit"' "$work/log" || true)
    latency=$(printf 'median %.1f ms, 99.9th percentile %.1f ms' "$(field latency_median_ms <<<"$last")" \
        "$(field latency_999_ms <<<"$last")")
    latency+=", of $(field latencies <<<"$last") pictures"
    screen_latency='not told by this driver'
    if grep -q '"tells_shown":true' <<<"$last"; then
        screen_latency=$(printf 'median %.1f ms, 99.9th percentile %.1f ms' \
            "$(field screen_latency_median_ms <<<"$last")" "$(field screen_latency_999_ms <<<"$last")")
        screen_latency+=", of $(field screen_latencies <<<"$last") pictures"
    fi
fi

# --- The page ---
{
    echo "# A Vulkan device: $device"
    echo
    echo "Written by \`scripts/device_report.sh\` on $(date -u +%Y-%m-%d), $(uname -sm), $(nproc) processors."
    ! command -v vulkaninfo >/dev/null ||
        vulkaninfo --summary 2>/dev/null | grep -F -A 8 "$device" | sed -n 's/^\t*\(driver[A-Za-z]*\|apiVersion\) *= */* \1: /p'
    echo
    echo "## Tests"
    sed -n 's/^\([0-9]*% tests passed.*\)/\1./p' "$work/tests"
    sed -n '/The following tests FAILED/,/^$/p' "$work/tests"
    echo "An error planted on purpose in the picks was $planted."
    echo
    echo "## Picks against the picture"
    echo "\`vkpick verify demo --matrix --size $size\`, with features masked (\`--mask\`)."
    echo
    echo "| without | views | pixels | explained | unexplained | triangles unexplained |"
    echo "| --- | --- | --- | --- | --- | --- |"
    cat "$work/matrix"
    echo
    echo "## Frames"
    echo "\`vkpick_bench record\`:"
    echo
    echo '```'
    sed 1d "$work/record"
    echo '```'
    echo
    echo "## Latency"
    echo "From input to the submission of its picture, in a window of 1100x700 points: $latency."
    echo "From input to the screen: ${screen_latency:-not measured}."
} >"$out"
note "written: $out"
exit "$failed"
