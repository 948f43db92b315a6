/**
 * What Node is started with for the workers. A run streams a million predictions through the process and keeps none:
 * with V8's own limit this rubbish would be let grow to 48 MB before it is looked at, a fifth of all that a worker has.
 * `infra/deploy/entrypoint.sh` says the same to the container.
 */
export const WORKER_FLAGS: readonly string[] = ['--max-semi-space-size=2']
