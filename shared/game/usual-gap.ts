/** The median of a song's gaps, of two in the middle the lower: shows that did lie between two plays. Null without gaps. */
export function usualGap(gaps: readonly number[]): number | null {
  return gaps.toSorted((a, b) => a - b)[Math.floor((gaps.length - 1) / 2)] ?? null
}

/** 1 where the gap is the usual one; null where none is usual. */
export function dueOf(gap: number, usual: number | null): number | null {
  return usual === null ? null : gap / Math.max(usual, 1)
}
