/**
 * What Node is started with for the workers. A run streams a million predictions through the process and keeps none:
 * with V8's own limit this rubbish would be let grow to 48 MB before it is looked at, a fifth of all that a worker has.
 * Their time goes to Postgres, so that V8 may prefer less memory over more speed.
 * `infra/deploy/entrypoint.sh` says the same to the container.
 */
export const WORKER_FLAGS: readonly string[] = ['--max-semi-space-size=1', '--optimize-for-size']

/**
 * One arena of the C library for all threads of a worker, since each further one keeps megabytes that it has given back;
 * and what was given back goes on to the system, which the library stops doing by itself after large blocks.
 */
export const WORKER_ENV = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072' } as const
