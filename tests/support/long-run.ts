/** Set by `npm run test:all` and `npm run test:faults`. */
export const isLongRun = process.env.TEST_ALL === '1'

/** Of `npm test`; the long runs inject all faults. */
export const EVERYDAY_FAULTS = [
  'tests/faults/worker-killed.fault.test.ts',
  'tests/faults/redis.fault.test.ts',
]

/** Each waits for seconds or starts much of the product; the long runs have them. */
export const LONG_FILES = [
  'tests/own-band-in-ten-minutes.int.test.ts',
  'tests/load/simulate.int.test.ts',
  'infra/deploy/image.int.test.ts',
  'workers/runs/postgres-crash.int.test.ts',
  'workers/outbox/busy-jobs.int.test.ts',
  'workers/outbox/upgraded-work.int.test.ts',
  'workers/cli/damaged-backups.int.test.ts',
  'workers/schedule/scheduled-import.int.test.ts',
  'workers/jobs/catalogue/play-demo-show.int.test.ts',
  'infra/launch/services.int.test.ts',
  'infra/launch/command.int.test.ts',
  'gateway/overload/connection-limits.int.test.ts',
]
