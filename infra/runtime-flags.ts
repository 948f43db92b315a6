/**
 * What Node is started with for the workers. A run streams a million predictions through the process and keeps none:
 * with V8's own limit this rubbish would be let grow to 48 MB before it is looked at, a fifth of all that a worker has.
 * `infra/deploy/entrypoint.sh` says the same to the container.
 */
export const WORKER_FLAGS: readonly string[] = ['--max-semi-space-size=2']

/** One arena of the C library for all threads of a worker: each further one keeps megabytes that it has given back. */
export const WORKER_ENV = { MALLOC_ARENA_MAX: '1' } as const
