import { isUtf8 } from 'node:buffer'
import { setTimeout as wait } from 'node:timers/promises'
import fc from 'fast-check'
import { z } from 'zod'
import { noteTally } from './tally.ts'

/** What became of an input: both are right, as long as nothing breaks. */
export type Verdict = 'accepted' | 'refused'

/** The same every day, so that a change that fails has itself to blame. */
const EVERYDAY_SEED = 20_260_704

const wanted = z
  .object({
    FUZZ_INPUTS: z.coerce.number().int().positive().optional(),
    FUZZ_SEED: z.coerce.number().int().default(EVERYDAY_SEED),
  })
  .parse(process.env)

/** What hangs is given up after this time: its answer is not slow, it never comes. */
const HANGS_AFTER_MS = 40_000
/** For how long a smaller input is looked for that brings the same about. */
const SHRINK_FOR_MS = 30_000
/** How long an input takes on a busy machine, for the limit of a whole test. */
const LONGEST_INPUT_MS = 2_000

/** How long a test may take that tries so many inputs, unless more are wanted by the environment. */
export function fuzzTimeout(everyday: number): { timeout: number } {
  return { timeout: 2 * HANGS_AFTER_MS + LONGEST_INPUT_MS * (wanted.FUZZ_INPUTS ?? everyday) }
}

export type Fuzzed<Input> = {
  readonly subject: string
  /** The call, the event, the job, the parser. */
  readonly name: string
  readonly inputs: fc.Arbitrary<Input>
  /** How many are tried by the tests of every day. */
  readonly everyday: number
  /** Tries one, and throws where something happens that should not. */
  readonly tryInput: (input: Input) => Promise<Verdict>
}

/**
 * Tries inputs until one brings something about that should not happen, makes that one as small as it can be, and
 * throws it with the seed that finds it again.
 */
export async function fuzz<Input>(fuzzed: Fuzzed<Input>): Promise<void> {
  const { subject, name, inputs, everyday, tryInput } = fuzzed
  const verdicts = { accepted: 0, refused: 0 }
  let shrinksUntil = Number.POSITIVE_INFINITY
  const property = fc.asyncProperty(inputs, async (input) => {
    // What is waited for in vain takes long at every try: then a larger input has to do.
    if (performance.now() > shrinksUntil) return
    try {
      const verdict = await Promise.race([tryInput(input), hanging()])
      if (shrinksUntil === Number.POSITIVE_INFINITY) verdicts[verdict] += 1
    } catch (error) {
      shrinksUntil = Math.min(shrinksUntil, performance.now() + SHRINK_FOR_MS)
      throw error
    }
  })
  const details = await fc.check(property, {
    seed: wanted.FUZZ_SEED,
    numRuns: wanted.FUZZ_INPUTS ?? everyday,
  })
  const finding = details.failed ? describeFinding(fuzzed, details) : null
  await noteTally({ subject, name, inputs: details.numRuns, ...verdicts, finding })
  if (finding !== null) throw new Error(finding)
}

async function hanging(): Promise<never> {
  await wait(HANGS_AFTER_MS, undefined, { ref: false })
  throw new Error('no answer comes')
}

function describeFinding<Input>(
  { subject, name }: Fuzzed<Input>,
  { seed, counterexample, counterexamplePath, errorInstance }: fc.RunDetails<[Input]>,
): string {
  const reason = errorInstance instanceof Error ? errorInstance.message : String(errorInstance)
  return [
    `${subject}, ${name}: ${reason}`,
    `  --seed ${seed} (path ${counterexamplePath})`,
    `  input ${JSON.stringify(counterexample?.[0], bytesAsText)}`,
  ].join('\n')
}

/** Bytes that are a text are easier to read as one. */
function bytesAsText(_key: string, value: unknown): unknown {
  if (!(value instanceof Uint8Array)) return value
  return isUtf8(value) ? `text ${Buffer.from(value)}` : `bytes ${Buffer.from(value).toString('hex')}`
}
