#!/bin/sh
# A process is called by its container's host name, unless it was given another name (a pod's, on Kubernetes).
# Other containers find a gateway by its host name, too, unless it was given another way.
# It takes the place of this shell: signals reach it.
set -eu
export EARSHOT_INSTANCE="${EARSHOT_INSTANCE:-$(hostname)}"
export EARSHOT_DIRECT_HOST="${EARSHOT_DIRECT_HOST:-$(hostname)}"
exec "$@"
