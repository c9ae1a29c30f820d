# shellcheck shell=bash
# Shared by run.sh, test.sh and the scripts that it calls: installing packages, configuring and building.
# Sourced, not run.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

# Prints a line that says what is wrong, and exits.
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

has_apt() {
    command -v dpkg-query >/dev/null && command -v apt-get >/dev/null
}

# names COLUMN: a column of packages-elsewhere.txt (1 Debian, 2 Fedora, 3 Arch) on one line.
names() {
    awk -F ' [|] ' -v column="$1" '!/^#/ && $column != "-" { printf "%s%s", between, $column; between = " " }' \
        "$root/scripts/packages-elsewhere.txt"
}

# Prints what to install by hand, on a machine without apt-get whose build failed.
name_packages() {
    cat >&2 <<END
vkpick: there is no apt-get here to install what the build needs. The packages are called
  Fedora: $(names 2)
  Arch: $(names 3)
  Ubuntu: $(names 1)
Dear ImGui must be of version 1.86 to 1.90, as on Debian 12 and 13; where no package has that, build it from its sources,
with an imgui.pc for pkg-config.
END
}

# install_packages [LIST]: installs the missing packages of scripts/LIST (packages.txt), if any. Without apt-get it
# installs nothing; a build that fails then names the packages.
install_packages() {
    local list=${1:-packages.txt} missing
    has_apt || return 0
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
        (cd "$root" && cmake --build --preset "$preset") >>"$root/build/$preset.log" 2>&1 </dev/null && return 0
    grep -E 'error|Error|FAILED|not found' "$root/build/$preset.log" | head -n 10 >&2 || true
    has_apt || name_packages
    die "the $preset build failed; all of it is in build/$preset.log"
}
