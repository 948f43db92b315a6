import fc from 'fast-check'
import { z } from 'zod'
import { DAILY_SEED } from '../support/daily-seed.ts'
import { isLongRun } from '../support/long-run.ts'

const { FUZZ_RUNS } = z
  .object({ FUZZ_RUNS: z.coerce.number().int().positive().optional() })
  .parse(process.env)

/** An input that takes longer hangs. */
const INPUT_LIMIT_MS = 40_000
/** Duration of one input on a busy machine. */
const SLOW_INPUT_MS = 2_000

/** Without shrinking: an input that times out takes its full limit at every attempt. */
export function fuzzBudget(runs: { readonly everyday: number; readonly long: number }) {
  const numRuns = FUZZ_RUNS ?? (isLongRun ? runs.long : runs.everyday)
  return {
    check: { seed: DAILY_SEED, numRuns, endOnFailure: true, plugins: [fc.timeout(INPUT_LIMIT_MS)] },
    test: { timeout: 2 * INPUT_LIMIT_MS + SLOW_INPUT_MS * numRuns },
  }
}
