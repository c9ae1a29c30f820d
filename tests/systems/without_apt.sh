#!/usr/bin/env bash
# Checks what scripts/run.sh says on a machine without apt-get whose build fails: the packages under their names elsewhere,
# one for every package of scripts/packages.txt.
set -euo pipefail
cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
    echo "$*" >&2
    exit 1
}

# A PATH with what the scripts use, and neither apt-get, dpkg-query nor cmake.
mkdir "$work/bin" "$work/clone"
for tool in bash env dirname mkdir grep head cat awk; do
    ln -s "$(command -v $tool)" "$work/bin/$tool"
done
cp -r scripts "$work/clone"
status=0
PATH=$work/bin "$work/clone/scripts/run.sh" >"$work/out" 2>&1 </dev/null || status=$?
[ "$status" -eq 1 ] || fail "exit status $status: $(cat "$work/out")"
for words in 'Fedora: gcc .* SDL2-devel .* embree-devel$' 'Arch: base-devel .* shaderc .* embree$' \
    'Ubuntu: build-essential .* libimgui-dev .* libembree-dev$' 'the release build failed'; do
    grep -qE "$words" "$work/out" || fail "\"$words\" is not in: $(cat "$work/out")"
done

while read -r package; do
    grep -qE "^$package \| [^|]+ \| [^|]+$" scripts/packages-elsewhere.txt ||
        fail "scripts/packages-elsewhere.txt has no row for $package"
done <scripts/packages.txt
