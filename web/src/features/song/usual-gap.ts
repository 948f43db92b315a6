/** The median; null without gaps. */
export function usualGap(gaps: readonly number[]): number | null {
  const sorted = gaps.toSorted((a, b) => a - b)
  const [lower, upper] = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]]
  return lower === undefined || upper === undefined ? null : Math.round((lower + upper) / 2)
}
