#!/bin/sh
# As in the image of HAProxy: it runs with a master process, in the foreground.
set -e
if [ "$1" = haproxy ]; then
  shift
  set -- haproxy -W -db "$@"
fi
exec "$@"
