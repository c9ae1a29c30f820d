#!/usr/bin/env bash
# Installs what is needed, builds, and runs the tests.
#
#   scripts/test.sh [CTEST OPTIONS...]    one build; the unit, differential, golden and end-to-end tests: a few minutes.
#                                         For example: scripts/test.sh -R picking
#   scripts/test.sh --all                 everything: formatting, all tests at full size, the same under the sanitizers,
#                                         coverage of the picking library, fuzzers, other compilers and processors:
#                                         about an hour
#
# VKPICK_CASES_DIR    other projects' ray test cases (JSON). Without it the tests that read them are skipped.
# VKPICK_ASSETS_DIR   real models with a MANIFEST.tsv. Likewise.
# VKPICK_SYSTEMS      set: --all also runs both scripts on a fresh Debian 12 and a fresh Debian 13; needs root, debootstrap
#                     and a network, half an hour each
# CI                  set: warnings are errors
set -euo pipefail
. "$(dirname "$0")/common.sh"
cd "$root"
mkdir -p build

all=
if [ "${1:-}" = --all ]; then
    all=1
    shift
fi
install_packages
[ -z "$all" ] || install_packages packages-all.txt

options=()
[ -z "${CI:-}" ] || options+=(-DVKPICK_WERROR=ON)
passed=0
failed=0
skipped=0

# run_tests PRESET [CTEST OPTIONS...]: builds, tests, and adds to the three counts. A build that fails counts as one
# failure, and what comes after it is still run.
run_tests() {
    local preset=$1 status=0 log=build/$1-tests.log
    shift
    echo "vkpick: building ($preset)"
    if ! (build "$preset" "${options[@]}"); then
        failed=$((failed + 1))
        return
    fi
    # One test more than cores: those in a real window mostly wait.
    ctest --test-dir "build/$preset" --output-on-failure --no-tests=error -j "$(($(nproc) + 1))" "$@" </dev/null |
        tee "$log" || status=$?
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

# run_script NAME COMMAND...: a script with tests of its own. One whose last line is "N passed, N failed, N skipped" has
# its counts added; any other counts as one test.
run_script() {
    local name=$1 status=0 log=build/$1.log last
    shift
    echo "vkpick: $name"
    "$@" >"$log" 2>&1 </dev/null || status=$?
    last=$(tail -n 1 "$log")
    if [[ $last =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed,\ ([0-9]+)\ skipped$ ]]; then
        passed=$((passed + BASH_REMATCH[1]))
        failed=$((failed + BASH_REMATCH[2]))
        skipped=$((skipped + BASH_REMATCH[3]))
        [ "$status" -eq 0 ] || [ "${BASH_REMATCH[2]}" -gt 0 ] || failed=$((failed + 1))
        echo "vkpick: $name: $last"
    elif [ "$status" -eq 0 ]; then
        passed=$((passed + 1))
        echo "vkpick: $name: passed"
    else
        failed=$((failed + 1))
    fi
    [ "$status" -eq 0 ] || tail -n 60 "$log"
}

if [ -z "$all" ]; then
    export VKPICK_NO_PICTURES=1 # of scripts: see tests/e2e/play.sh
    run_tests release -LE 'thorough|bench|docs' "$@"
else
    export VKPICK_THOROUGH=1
    run_script format scripts/format.sh
    run_tests release
    # Pictures, benches and hashes are the same under the sanitizers; one size of each test, one driver, two tests without
    # features, scripts without a window, and the shorter recordings of random input are enough there.
    VKPICK_THOROUGH=0 VKPICK_NO_PICTURES=1 run_tests asan -LE 'bench|golden|docs|determinism|masks|drivers|scripts|long'
    VKPICK_THOROUGH=0 run_tests tsan -L threads
    VKPICK_THOROUGH=0 run_script coverage scripts/coverage.sh
    run_script fuzz scripts/fuzz.sh 60
    run_script targets scripts/targets.sh
fi

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
