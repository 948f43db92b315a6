/** What all players of a show together have picked. */
import { type Picks, SET_SIZES, type SongId } from './setlist.ts'

export type PickCounts = {
  readonly players: number
  /** For each slot, set 1 then set 2 then encore, how many picked a song there. */
  readonly slots: readonly ReadonlyMap<SongId, number>[]
  /** How many have a song anywhere. */
  readonly songs: ReadonlyMap<SongId, number>
}

export type PickedSong = { readonly id: SongId; readonly players: number }

/**
 * The most picked song of each slot. A song stands once, in the first slot where it leads: later slots have the next.
 * Ties in a slot go to the song with more picks overall, then to the lower id.
 */
export function crowdCard({ slots }: Pick<PickCounts, 'slots'>): Picks {
  const overall = new Map<SongId, number>()
  for (const slot of slots) {
    for (const [song, picks] of slot) overall.set(song, (overall.get(song) ?? 0) + picks)
  }
  const overallOf = (song: SongId) => overall.get(song) ?? 0
  const used = new Set<SongId>()
  const card = slots.map((slot) => {
    let best: { song: SongId; picks: number } | null = null
    for (const [song, picks] of slot) {
      if (used.has(song)) continue
      const lead = best && (picks - best.picks || overallOf(song) - overallOf(best.song) || best.song - song)
      if (lead === null || lead > 0) best = { song, picks }
    }
    if (best) used.add(best.song)
    return best?.song ?? null
  })
  const set2 = SET_SIZES.set1 + SET_SIZES.set2
  return {
    set1: card.slice(0, SET_SIZES.set1),
    set2: card.slice(SET_SIZES.set1, set2),
    encore: card.slice(set2),
  }
}

/** The most picked songs, most first, and all that have as many players as the last of them: names order those. */
export function mostPicked(songs: ReadonlyMap<SongId, number>, limit: number): PickedSong[] {
  const sorted = Array.from(songs, ([id, players]) => ({ id, players })).toSorted(
    (one, other) => other.players - one.players || one.id - other.id,
  )
  const fewest = sorted[limit - 1]?.players ?? 0
  return sorted.filter(({ players }) => players >= fewest)
}
