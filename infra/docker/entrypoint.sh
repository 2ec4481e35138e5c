#!/bin/sh
# A process is called by its container's host name, unless it was given another name (a pod's, on Kubernetes).
# It takes the place of this shell: signals reach it.
set -eu
export EARSHOT_INSTANCE="${EARSHOT_INSTANCE:-$(hostname)}"
exec "$@"
