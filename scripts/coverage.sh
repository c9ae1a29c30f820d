#!/usr/bin/env bash
# Counts the lines and branches of picking/ that the unit and differential tests reach. Fails unless they reach all; on
# a processor without AVX-512, unless they reach all that need no AVX-512.
#
#   scripts/coverage.sh [--html]        --html: also build/coverage/report/index.html, every line with its branches
set -euo pipefail
. "$(dirname "$0")/common.sh"
cd "$root"
mkdir -p build

command -v gcovr >/dev/null || die "needs gcovr (Debian package gcovr)"
build coverage -DCMAKE_C_COMPILER=gcc -DCMAKE_C_COMPILER_LAUNCHER=
# Not the tests with threads: the counters are not atomic, and a lost count can turn one negative. Tasks are run in one
# thread by a test of their own.
find build/coverage -name '*.gcda' -delete
ctest --test-dir build/coverage -L 'unit|differential' -LE threads --output-on-failure --no-tests=error -j "$(nproc)" \
    </dev/null

report=(gcovr --root . --object-directory build/coverage --filter picking/ build/coverage)
if [ "${1:-}" = --html ]; then
    mkdir -p build/coverage/report
    "${report[@]}" --html-details build/coverage/report/index.html
fi
"${report[@]}" --branches
wanted=100
grep -q avx512vl /proc/cpuinfo || wanted=99 # 99.7 % of the lines need no AVX-512
"${report[@]}" --fail-under-line $wanted --fail-under-branch $wanted
