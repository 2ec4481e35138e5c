#!/bin/sh
# The instance name defaults to the host name; a pod sets its own. exec lets signals reach the process.
set -eu
export EARSHOT_INSTANCE="${EARSHOT_INSTANCE:-$(hostname)}"
exec "$@"
