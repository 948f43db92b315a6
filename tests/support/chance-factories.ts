import type { NextShow, PastShow, SongChance } from '@called-it/shared/game/chance/song-chance'
import type { SetName, SongId } from '@called-it/shared/game/setlist'
import fc from 'fast-check'

export function pastShow(
  sets: Partial<Record<SetName | 'further', readonly SongId[]>>,
  show: Partial<NextShow> = {},
): PastShow {
  const { set1 = [], set2 = [], encore = [], further = [] } = sets
  return {
    day: 0,
    venue: 'The Barn',
    tour: 1,
    ...show,
    sets: [
      { set: 'set1', songs: set1 },
      { set: 'set2', songs: set2 },
      { set: 'encore', songs: encore },
      { set: 'further', songs: further },
    ],
  }
}

const songs = (maxLength: number) => fc.array(fc.integer({ min: 1, max: 30 }), { maxLength })

/** Few songs in long sets, so that songs come back, also twice in one show. */
export const pastShows: fc.Arbitrary<PastShow[]> = fc.array(
  fc
    .record({ set1: songs(11), set2: songs(9), encore: songs(4), further: songs(2) })
    .map((sets) => pastShow(sets)),
  { maxLength: 25 },
)

/** Songs with the same chance in each slot, and the points that a pick brings at least. */
export function songChance(song: SongId, chance: number, slots: readonly number[] = []): SongChance {
  const inSlot = (slot: number) => slots[slot] ?? chance / 40
  const slotChances = Array.from({ length: 19 }, (_, slot) => inSlot(slot))
  return {
    song,
    chance,
    slots: slotChances,
    expected: slotChances.map((slot) => 3 * chance + 7 * slot),
    reasons: [],
  }
}
