#!/bin/sh
# same_counts.sh VKPICK A B: whether two levels or models have as many objects with a mesh, and as many triangles.
set -eu
counts() {
    "$1" info "$2" | sed -n 's/.*"objects":\([0-9]*\),.*"instanced_triangles":\([0-9]*\),.*/\1 objects, \2 triangles/p'
}
a=$(counts "$1" "$2")
b=$(counts "$1" "$3")
echo "$2: $a; $3: $b"
[ -n "$a" ] && [ "$a" = "$b" ]
