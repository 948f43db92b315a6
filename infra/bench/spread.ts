/** What the rounds of a benchmark came to. A machine that others use too moves the median least. */
export type Spread = { readonly median: number; readonly lowest: number; readonly highest: number }

/** @throws RangeError when there are no values */
export function spreadOf(values: readonly number[]): Spread {
  return { median: quantileOf(values, 0.5), lowest: quantileOf(values, 0), highest: quantileOf(values, 1) }
}

/**
 * The value that a share of the others does not exceed: 0.5 is the median, the mean of the middle two where
 * there are two, and 0.99 the slowest in a hundred.
 *
 * @param share from 0 to 1
 * @throws RangeError when there are no values
 */
export function quantileOf(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (sorted.length - 1) * share
  const below = sorted[Math.floor(at)]
  const above = sorted[Math.ceil(at)]
  if (below === undefined || above === undefined) throw new RangeError('no rounds were measured')
  return below + (above - below) * (at - Math.floor(at))
}

/**
 * One series divided by another, round by round: what slowed a round slowed both.
 *
 * @throws RangeError when the series have different lengths
 */
export function ratiosOf(ours: readonly number[], theirs: readonly number[]): number[] {
  if (ours.length !== theirs.length) throw new RangeError('both sides of a ratio need the same rounds')
  return ours.map((value, round) => value / (theirs[round] ?? Number.NaN))
}
