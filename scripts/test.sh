#!/usr/bin/env bash
# Installs what is needed, builds, and runs every test: the release build, the sanitizer builds, and the coverage of
# the picking library.
#
#   scripts/test.sh [CTEST OPTIONS...]      for example: scripts/test.sh -R picking
#
# VKPICK_CASES_DIR    peers' ray test cases (JSON); without it those tests are skipped and say so
# VKPICK_ASSETS_DIR   real models with a MANIFEST.tsv; likewise
# CI                  set: warnings are errors
set -euo pipefail
. "$(dirname "$0")/common.sh"
cd "$root"
mkdir -p build

install_packages
options=()
[ -z "${CI:-}" ] || options+=(-DVKPICK_WERROR=ON)

passed=0
failed=0
skipped=0

# run_tests PRESET [CTEST OPTIONS...]: builds, tests, and adds to the three counts.
run_tests() {
    local preset=$1 status=0 log=build/$1-tests.log
    shift
    echo "vkpick: building ($preset)"
    build "$preset" "${options[@]}"
    ctest --test-dir "build/$preset" --output-on-failure --no-tests=error "$@" </dev/null | tee "$log" || status=$?
    local total bad skip
    total=$(sed -n 's/.* tests failed out of \([0-9]*\)$/\1/p' "$log" | tail -n 1)
    bad=$(sed -n 's/.* tests passed, \([0-9]*\) tests failed out of .*/\1/p' "$log" | tail -n 1)
    skip=$(grep -c '\*\*\*Skipped' "$log" || true)
    if [ -z "$total" ] || { [ "$status" -ne 0 ] && [ "${bad:-0}" -eq 0 ]; }; then
        bad=$((${bad:-0} + 1)) # ctest itself failed
        total=$((${total:-0} + 1))
    fi
    passed=$((passed + total - bad - skip))
    failed=$((failed + bad))
    skipped=$((skipped + skip))
}

run_tests release "$@"
# Under the sanitizers: everything but what only measures or compares pictures again.
run_tests asan -LE 'bench|golden|docs|determinism' "$@"
if [ $# -eq 0 ]; then
    run_tests tsan -L threads
    if scripts/coverage.sh >build/coverage-tests.log 2>&1; then
        echo "vkpick: every line and branch of picking/ is tested"
        passed=$((passed + 1))
    else
        tail -n 60 build/coverage-tests.log
        failed=$((failed + 1))
    fi
fi

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
