import fc from 'fast-check'
import { z } from 'zod'

/** Fixed, so that an everyday run fails because of a change and not by chance. */
const EVERYDAY_SEED = 20_260_704

const { FUZZ_SEED: seed, FUZZ_RUNS } = z
  .object({
    FUZZ_SEED: z.coerce.number().int().default(EVERYDAY_SEED),
    FUZZ_RUNS: z.coerce.number().int().positive().optional(),
  })
  .parse(process.env)

/** An input that takes longer hangs. */
const INPUT_LIMIT_MS = 40_000
/** Duration of one input on a busy machine. */
const SLOW_INPUT_MS = 2_000

/** Without shrinking: an input that times out takes its full limit at every attempt. */
export function fuzzBudget(everydayRuns: number) {
  const numRuns = FUZZ_RUNS ?? everydayRuns
  return {
    check: { seed, numRuns, endOnFailure: true, plugins: [fc.timeout(INPUT_LIMIT_MS)] },
    test: { timeout: 2 * INPUT_LIMIT_MS + SLOW_INPUT_MS * numRuns },
  }
}
