import type { LivePerformance, PlayedSong } from '@called-it/shared/contract/live-shows'
import type { Hit } from '@called-it/shared/game/scoring'

/** In the order in which the scorer pairs picks and performances. */
const MEETINGS: readonly ((hit: Hit, played: PlayedSong) => boolean)[] = [
  (hit, played) => hit.set === played.set && hit.position === played.position,
  (hit, played) => hit.set === played.set,
  () => true,
]

/** The performance that pays each hit: of a song that is played twice, each pays once. */
export function paidPerformances<Played extends PlayedSong>(
  hits: readonly Hit[],
  performances: readonly Played[],
): ReadonlyMap<Hit, Played> {
  const paidBy = new Map<Hit, Played>()
  const paid = new Set<Played>()
  for (const meets of MEETINGS) {
    for (const hit of hits) {
      if (paidBy.has(hit)) continue
      const played = performances.find(
        (one) => one.song.id === hit.songId && !paid.has(one) && meets(hit, one),
      )
      if (!played) continue
      paid.add(played)
      paidBy.set(hit, played)
    }
  }
  return paidBy
}

/** By performance, the hit of the current user; null for a visitor, and for a fan without picks. */
export type OwnHits = ReadonlyMap<LivePerformance, Hit> | null

export function hitsByPerformance<Played extends PlayedSong>(
  hits: readonly Hit[],
  performances: readonly Played[],
): ReadonlyMap<Played, Hit> {
  return new Map(Array.from(paidPerformances(hits, performances), ([hit, played]) => [played, hit]))
}
