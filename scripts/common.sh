# shellcheck shell=bash
# Shared by run.sh, test.sh and the scripts that it calls: installing packages, configuring and building.
# Sourced, not run.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# One line that says what is wrong, then out.
die() {
    printf 'vkpick: %s\n' "$*" >&2
    exit 1
}

is_installed() {
    [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

# missing_packages LIST: prints the packages of scripts/LIST that are not installed, on one line.
missing_packages() {
    local package missing=()
    while read -r package; do
        is_installed "$package" || missing+=("$package")
    done <"$root/scripts/$1"
    printf '%s' "${missing[*]}"
}

# install_packages [LIST]: installs what is missing of scripts/LIST (packages.txt). Does nothing when nothing is missing.
install_packages() {
    local list=${1:-packages.txt} missing
    command -v dpkg-query >/dev/null && command -v apt-get >/dev/null ||
        die "needs Debian 12 or a relative of it (no apt-get here); scripts/$list lists what to install"
    missing=$(missing_packages "$list")
    [ -n "$missing" ] || return 0

    local as_root=()
    if [ "$(id -u)" -ne 0 ]; then
        command -v sudo >/dev/null || die "missing packages, and neither root nor sudo to install them: $missing"
        as_root=(sudo)
    fi
    printf 'vkpick: installing %s\n' "$missing" >&2
    local log
    log=$(mktemp) || die "no room for a temporary file"
    # shellcheck disable=SC2086 # the list is meant to be split
    if ! { "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update &&
        "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $missing; } \
        >"$log" 2>&1 </dev/null; then
        tail -n 5 "$log" >&2
        rm -f "$log"
        die "could not install: $(missing_packages "$list")"
    fi
    rm -f "$log"
    missing=$(missing_packages "$list")
    [ -z "$missing" ] || die "still missing after installing: $missing"
}

# build PRESET [CMAKE OPTIONS...]: configures and builds into build/PRESET.
build() {
    local preset=$1
    shift
    cmake --preset "$preset" -S "$root" "$@" >"$root/build/$preset.log" 2>&1 </dev/null &&
        cmake --build "$root/build/$preset" >>"$root/build/$preset.log" 2>&1 </dev/null && return 0
    grep -E 'error|Error|FAILED' "$root/build/$preset.log" | head -n 10 >&2
    die "the $preset build failed; all of it is in build/$preset.log"
}
