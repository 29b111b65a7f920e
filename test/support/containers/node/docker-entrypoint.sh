#!/bin/sh
# As in the image of Node: what is no program is an argument of node.
set -e
if [ "${1#-}" != "$1" ] || ! command -v "$1" >/dev/null; then
  set -- node "$@"
fi
exec "$@"
