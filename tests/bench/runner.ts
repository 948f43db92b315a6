/** The runner of every benchmark: candidates take turns, so that noise of the machine affects all of them alike. */

/** One implementation of the work, with the metrics of its turns. */
export type Candidate<Metric extends string = string> = {
  readonly name: string
  turn(): Promise<Readonly<Record<Metric, number>>>
  /** Does the work without keeping what it measured, so that caches and compiled code are warm. */
  warmUp(): Promise<void>
  /** One value per turn. */
  series(metric: Metric): number[]
}

export function candidate<Metric extends string>(
  name: string,
  work: () => Promise<Readonly<Record<Metric, number>>> | Readonly<Record<Metric, number>>,
): Candidate<Metric> {
  const turns: Readonly<Record<Metric, number>>[] = []
  return {
    name,
    async turn() {
      const metrics = await work()
      turns.push(metrics)
      return metrics
    },
    async warmUp() {
      await work()
    },
    series: (metric) => turns.map((turn) => turn[metric]),
  }
}

/** Every second round runs backwards, so that no candidate always follows the same one. */
export async function takeTurns(
  candidates: readonly Pick<Candidate, 'name' | 'turn' | 'warmUp'>[],
  { rounds, warmUp = false }: { rounds: number; warmUp?: boolean },
): Promise<void> {
  if (warmUp) for (const { warmUp } of candidates) await warmUp()
  for (let round = 1; round <= rounds; round++) {
    for (const { name, turn } of round % 2 === 1 ? candidates : candidates.toReversed()) {
      progress(`round ${round} of ${rounds}: ${name} …`)
      const metrics = Object.entries(await turn()).map(
        ([metric, value]) => `${metric} ${value.toPrecision(3)}`,
      )
      progress(`  ${metrics.join(', ')}`)
    }
  }
}

/** Results go to stdout, progress to stderr. */
export function progress(line: string): void {
  process.stderr.write(`${line}\n`)
}
