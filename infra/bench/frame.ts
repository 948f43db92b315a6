/**
 * The frame of every benchmark: contenders take turns, so that a noisy machine disturbs all of them alike;
 * figures are medians with their spread; a ratio is taken round by round; results are checked as well as
 * timed. A benchmark is a program:
 *
 * ```ts
 * const options = readBenchOptions({ rows: { full: 1_000_000, small: 100_000, help: 'predictions' } })
 * const copy = contender('copy', async () => ({ rowsPerSecond: await timeCopy(options.size('rows')) }))
 * const ours = contender('ours', async () => ({ rowsPerSecond: await timeScoring(options.size('rows')) }))
 * await takeTurns([copy, ours], options)
 *
 * const report = openReport('score', options, { postgres: await serverVersion() })
 * report.figure('copy', 'rows/s', copy.series('rowsPerSecond'))
 * report.figure('ours', 'rows/s', ours.series('rowsPerSecond'))
 * report.ratio('ours ÷ copy', ours.series('rowsPerSecond'), copy.series('rowsPerSecond'), 'G6')
 * report.check('the points add up', pointsOfOurs === pointsOfPureFunction)
 * report.finish()
 * ```
 *
 * Benchmarks that need infra alone are in this folder; one that needs the real gateway or worker is in
 * `gateway/bench` or `workers/bench`. `gate.ts` lists all of them.
 */

/** One way of doing the work, with what each of its turns measured. */
export type Contender<Figure extends string = string> = {
  readonly name: string
  /** Does the work once and keeps what it measured. */
  turn(): Promise<void>
  /** Does the work once, so that caches and the compiler are warm, and keeps nothing. */
  warmUp(): Promise<void>
  /** A figure's values, a round each. */
  series(figure: Figure): number[]
}

/** @param work does the work once and answers with its figures, of whatever kinds and units */
export function contender<Figure extends string>(
  name: string,
  work: () => Promise<Readonly<Record<Figure, number>>> | Readonly<Record<Figure, number>>,
): Contender<Figure> {
  const rounds: Readonly<Record<Figure, number>>[] = []
  return {
    name,
    async turn() {
      rounds.push(await work())
    },
    async warmUp() {
      await work()
    },
    series: (figure) => rounds.map((round) => round[figure]),
  }
}

/**
 * Lets every contender do its work once a round. Every second round goes backwards, so that none always
 * follows the same one.
 */
export async function takeTurns(
  contenders: readonly Pick<Contender, 'name' | 'turn' | 'warmUp'>[],
  { rounds, warmUp = false }: { rounds: number; warmUp?: boolean },
): Promise<void> {
  if (warmUp) for (const { warmUp } of contenders) await warmUp()
  for (let round = 1; round <= rounds; round++) {
    for (const { name, turn } of round % 2 === 1 ? contenders : contenders.toReversed()) {
      process.stderr.write(`round ${round} of ${rounds}: ${name}\n`)
      await turn()
    }
  }
}
