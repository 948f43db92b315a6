/** Where players stand on a board; docs/rules.md ("Boards") has the rules. */

/** One player's scores on one board, over the scored predictions that count there. */
export type Standing = {
  readonly userId: number
  readonly displayName: string
  readonly total: number
  readonly shows: number
  readonly best: number
}

export type RankedStanding<Row extends Standing = Standing> = Row & { readonly rank: number }

/** The name as boards sort by it: elsewhere by its UTF-8 bytes, as `COLLATE "C"` does. */
export function nameSortKey(displayName: string): string {
  return displayName.toLowerCase()
}

/** Higher total, then better best show, then fewer shows, then name, then id. Only the total decides the rank. */
export function compareStandings(a: Standing, b: Standing): number {
  return (
    b.total - a.total ||
    b.best - a.best ||
    a.shows - b.shows ||
    compareNames(a.displayName, b.displayName) ||
    a.userId - b.userId
  )
}

export function compareNames(a: string, b: string): number {
  return compareUtf8(nameSortKey(a), nameSortKey(b))
}

/** Compares two texts by their UTF-8 bytes, without encoding them. */
function compareUtf8(a: string, b: string): number {
  const length = Math.min(a.length, b.length)
  for (let index = 0; index < length; index++) {
    const difference = utf8Weight(a.charCodeAt(index)) - utf8Weight(b.charCodeAt(index))
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

/** UTF-8 sorts by code point; in UTF-16 surrogates lie below U+E000, although their code points lie above. */
function utf8Weight(unit: number): number {
  const isSurrogate = unit >= 0xd800 && unit <= 0xdfff
  return isSurrogate ? unit + 0x10000 : unit
}

/** The rows of a board in order, with standard competition ranks: equal totals share one (1, 2, 2, 4). */
export function rankStandings<Row extends Standing>(standings: readonly Row[]): RankedStanding<Row>[] {
  let rank = 0
  let totalAbove: number | undefined
  return standings.toSorted(compareStandings).map((standing, index) => {
    if (standing.total !== totalAbove) rank = index + 1
    totalAbove = standing.total
    return { ...standing, rank }
  })
}

/** How many players of a board have a total. */
export type TotalCount = { readonly total: number; readonly players: number }

export function playersIn(histogram: readonly TotalCount[]): number {
  return histogram.reduce((sum, { players }) => sum + players, 0)
}

/** The total in the middle, of two the lower one; 0 without players. */
export function medianOf(histogram: readonly TotalCount[]): number {
  const middle = Math.ceil(playersIn(histogram) / 2)
  let counted = 0
  for (const { total, players } of histogram.toSorted((a, b) => a.total - b.total)) {
    counted += players
    if (counted >= middle) return total
  }
  return 0
}

/**
 * Returns the rank of any total: one more than the number of players above it.
 *
 * @param histogram each total once, in any order
 */
export function rankByTotal(histogram: Iterable<TotalCount>): (total: number) => number {
  const buckets = [...histogram].sort((a, b) => b.total - a.total)
  const highest = buckets[0]?.total ?? -1
  const ranks = new Int32Array(highest + 1)
  let above = 0
  let next = 0
  for (let total = highest; total >= 0; total -= 1) {
    ranks[total] = above + 1
    if (buckets[next]?.total === total) {
      above += buckets[next]?.players ?? 0
      next += 1
    }
  }
  return (total) => ranks[total] ?? (total > highest ? 1 : above + 1)
}

export function averageScore(total: number, shows: number): number | null {
  return shows > 0 ? Math.round(total / shows) : null
}

export type RankBadge = 'Tour Leader' | 'Top 3' | 'Top 10'

export function rankBadge(rank: number): RankBadge | null {
  if (rank === 1) return 'Tour Leader'
  if (rank <= 3) return 'Top 3'
  return rank <= 10 ? 'Top 10' : null
}

export type Medal = 'crown' | 'silver' | 'bronze'

/** What marks a row of a board. It follows the rank, so two leaders wear two crowns. */
export function medal(rank: number): Medal | null {
  if (rank === 1) return 'crown'
  if (rank === 2) return 'silver'
  return rank === 3 ? 'bronze' : null
}
