#!/usr/bin/env bash
# Checks that the README's two commands work on a fresh Debian: installs each release into a temporary folder, clones the
# last commit into it, and runs scripts/run.sh and scripts/test.sh there. Prints one line per command; the last line has
# the counts.
#
#   tests/systems/trial.sh [--clang] [RELEASE...]      RELEASE: bookworm, trixie (both by default)
#                                                      --clang: clang compiles instead of gcc
#
# Needs root, debootstrap, git and a mirror of Debian; without one of them it says so and exits 77.
# Allow half an hour and 6 GB of TMPDIR per release. The logs are in build/systems.
#
# VKPICK_MIRROR    the mirror; default: that of the machine's own /etc/apt, else debootstrap's
set -uo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
logs=$root/build/systems
place=
passed=0
failed=0

skip() {
    echo "skipped: $*"
    exit 77
}

clean() {
    [ -z "$place" ] || rm -rf --one-file-system "$place"
}
trap clean EXIT
trap 'exit 1' INT TERM

# The first mirror that the machine itself installs Debian from.
machine_mirror() {
    cat /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources 2>/dev/null |
        grep -E '^(deb |URIs:)' | grep -oE 'https?://[^ ]+/debian/?( |$)' | head -n 1 | tr -d ' '
}

# inside COMMAND...: runs it in the fresh system, in mount and process namespaces of its own: whatever way this script
# ends, nothing stays mounted or running.
inside() {
    # shellcheck disable=SC2016 # expanded by the inner shell
    unshare --mount --pid --fork --kill-child --propagation private sh -c '
        mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" && shift 2 && exec "$@"' \
        sh "$place" -- chroot "$place" \
        env -i HOME=/root LANG=C.UTF-8 PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        ${http_proxy:+http_proxy="$http_proxy"} ${https_proxy:+https_proxy="$https_proxy"} \
        ${compiler[@]+"${compiler[@]}"} sh -c 'cd /root/vkpick && exec "$@"' sh "$@" </dev/null
}

# install RELEASE: a minimal system with a clone of this repository in /root/vkpick.
install() {
    # shellcheck disable=SC2086 # no mirror, no argument
    debootstrap --variant=minbase "$1" "$place" $mirror &&
        git clone --quiet --no-hardlinks "$root" "$place/root/vkpick" &&
        if [ ${#compiler[@]} -gt 0 ]; then
            inside sh -c 'apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends clang'
        fi
}

# step RELEASE NAME COMMAND...: runs a command, prints its line, and counts it.
step() {
    local release=$1 name=$2 start=$SECONDS status=0 log last
    log=$logs/$release-$name.log
    shift 2
    "$@" >"$log" 2>&1 || status=$?
    last=$(tail -n 1 "$log")
    [[ $last =~ ^[0-9]+\ passed ]] || last=$([ "$status" -eq 0 ] && echo passed || echo failed)
    printf '%s %s: %s, %d s' "$release" "$name" "$last" $((SECONDS - start))
    if [ "$status" -eq 0 ]; then
        passed=$((passed + 1))
        printf '\n'
    else
        failed=$((failed + 1))
        printf ', exit status %d, all of it is in %s\n' "$status" "$log"
        grep -E 'error|\*\*\*Failed|^E:' "$log" | head -n 10
    fi
    return "$status"
}

compiler=()
if [ "${1:-}" = --clang ]; then
    compiler=(CC=clang CXX=clang++)
    shift
fi
releases=("$@")
[ $# -gt 0 ] || releases=(bookworm trixie)

[ "$(id -u)" -eq 0 ] || skip "needs root, to install a system and run it"
for tool in debootstrap git unshare wget; do
    command -v "$tool" >/dev/null || skip "there is no $tool"
done
unshare --mount --pid --fork true 2>/dev/null || skip "this machine allows no namespaces"
mirror=${VKPICK_MIRROR:-$(machine_mirror)}
for release in "${releases[@]}"; do
    [ -z "$mirror" ] || wget -q -T 20 -t 2 -O /dev/null "${mirror%/}/dists/$release/Release" ||
        skip "there is no network, or no $release on $mirror"
done
mkdir -p "$logs"

for release in "${releases[@]}"; do
    place=$(mktemp -d "${TMPDIR:-/tmp}/vkpick-$release.XXXXXX") || exit 1
    chmod 755 "$place"
    if step "$release" install install "$release"; then
        step "$release" run inside scripts/run.sh
        step "$release" test inside scripts/test.sh
    fi
    clean
    place=
done
echo "$passed passed, $failed failed, 0 skipped"
[ "$failed" -eq 0 ]
