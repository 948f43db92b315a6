#!/bin/sh
# What a container of the image is. `exec` lets the program have the signals.
set -eu
cd /app
command=${1:-gateway}
[ $# -eq 0 ] || shift
case $command in
  gateway) exec node gateway/main.ts ;;
  workers)
    export MALLOC_ARENA_MAX=1; export MALLOC_TRIM_THRESHOLD_=131072;
    exec node --max-semi-space-size=1 --optimize-for-size workers/main.ts
    ;;
  migrate) exec node workers/cli/main.ts migrate ;;
  cli) exec node workers/cli/main.ts "$@" ;;
  *)
    echo "$command is none of gateway, workers, migrate, cli" >&2
    exit 64
    ;;
esac
