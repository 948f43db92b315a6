#!/bin/sh
# The command of a container of the image. `exec` lets the program receive the signals.
set -eu
# Mails and backups are for this user alone.
umask 077
cd "$(dirname "$0")/../.."
command=${1:-gateway}
[ $# -eq 0 ] || shift
case $command in
  gateway) exec node gateway/main.ts ;;
  workers)
    set -a
    . infra/deploy/worker-runtime.env
    set +a
    # shellcheck disable=SC2086
    exec node $WORKER_FLAGS workers/main.ts
    ;;
  migrate) exec node workers/cli/main.ts migrate ;;
  all-in-one) exec node infra/launch/image.mjs ;;
  cli) exec node workers/cli/main.ts "$@" ;;
  *)
    echo "$command is none of gateway, workers, migrate, all-in-one, cli" >&2
    exit 64
    ;;
esac
