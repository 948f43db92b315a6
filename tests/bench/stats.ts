export type Spread = { readonly median: number; readonly lowest: number; readonly highest: number }

/** @throws RangeError when there are no values */
export function spreadOf(values: readonly number[]): Spread {
  return { median: quantileOf(values, 0.5), lowest: quantileOf(values, 0), highest: quantileOf(values, 1) }
}

/** Interpolates between the two values around the quantile: 0.5 is the median. */
export function quantileOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const below = sorted[Math.floor(at)]
  const above = sorted[Math.ceil(at)]
  if (below === undefined || above === undefined) throw new RangeError('nothing was measured')
  return below + (above - below) * (at - Math.floor(at))
}

/** Divides round by round: what slowed a round slowed both sides. */
export function ratiosOf(ours: readonly number[], theirs: readonly number[]): number[] {
  if (ours.length !== theirs.length) throw new RangeError('both sides of a ratio need the same rounds')
  return ours.map((value, round) => value / (theirs[round] ?? Number.NaN))
}

export function sumOf(values: Iterable<number>): number {
  return [...values].reduce((sum, value) => sum + value, 0)
}

/** Median duration of `count` runs of `work`, one after the other, in milliseconds. */
export async function medianMs(count: number, work: (index: number) => Promise<unknown>): Promise<number> {
  const durations: number[] = []
  for (let index = 0; index < count; index++) durations.push((await secondsOf(() => work(index))) * 1_000)
  return quantileOf(durations, 0.5)
}

export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return (performance.now() - startedAt) / 1_000
}
