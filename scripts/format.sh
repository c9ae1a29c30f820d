#!/usr/bin/env bash
# Checks that all C, C++ and GLSL files are formatted as .clang-format and style.py say. The last line has the counts.
#
#   scripts/format.sh [--fix]     --fix: formats them instead
#
# CLANG_FORMAT    the program; default clang-format. Version 14 (Debian 12) decides. Version 19 (Debian 13) accepts the
#                 same files: where the two differ, the code is written so that they agree.
set -euo pipefail
cd "$(dirname "$0")/.."
format=${CLANG_FORMAT:-clang-format}
fix=
[ "${1:-}" != --fix ] || fix=1
formatted=$(mktemp)
trap 'rm -f "$formatted"' EXIT

styled=0
find picking renderer shaders editor tests examples -type f \
    \( -name '*.c' -o -name '*.h' -o -name '*.vert' -o -name '*.frag' -o -name '*.comp' -o -name '*.glsl' \) -print0 | sort -z |
    xargs -0 python3 scripts/style.py ${fix:+--fix} || styled=1

"$format" --version
good=0
bad=0
while IFS= read -r file; do
    # GLSL is close enough to C++; clang-format goes by the name.
    "$format" --assume-filename="${file%.*}.cpp" <"$file" >"$formatted"
    if cmp -s "$file" "$formatted"; then
        good=$((good + 1))
    elif [ -n "$fix" ]; then
        cat "$formatted" >"$file"
        good=$((good + 1))
        echo "formatted $file"
    else
        bad=$((bad + 1))
        echo "not formatted: $file"
        diff -u "$file" "$formatted" | tail -n +3 | head -n 20 || true
    fi
done < <(find picking renderer shaders editor tests examples -type f \
    \( -name '*.c' -o -name '*.h' -o -name '*.cpp' -o -name '*.vert' -o -name '*.frag' -o -name '*.comp' -o -name '*.glsl' \) | sort)
echo "$good files are formatted, $bad are not"
[ "$bad" -eq 0 ] && [ "$styled" -eq 0 ]
