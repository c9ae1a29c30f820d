#!/usr/bin/env bash
# Counts which lines and branches of picking/ the unit and differential tests reach. Fails unless it is all of them;
# on a processor without AVX-512, unless it is all but what needs it.
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
ctest --test-dir build/coverage -L 'unit|differential' -LE threads --output-on-failure --no-tests=error </dev/null

report=(gcovr --root . --object-directory build/coverage --filter picking/)
if [ "${1:-}" = --html ]; then
    mkdir -p build/coverage/report
    "${report[@]}" --html-details build/coverage/report/index.html
fi
"${report[@]}" --branches
wanted=100
grep -q avx512vl /proc/cpuinfo || wanted=99 # 99.7 % of the lines are left then
"${report[@]}" --fail-under-line $wanted --fail-under-branch $wanted
