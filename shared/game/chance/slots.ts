import { SLOT_PLACES } from '../draft.ts'
import { POINTS } from '../points.ts'
import type { SongId } from '../setlist.ts'
import { type Place, PlaceLog } from './places.ts'
import type { ChanceReason, PastShow, SongChance } from './song-chance.ts'

type Chance = { song: SongId; chance: number; reasons: readonly ChanceReason[] }

/** Adds the chance of each slot, and what a pick there brings on average, learnt from the shows so far. */
export function slotChances(history: readonly PastShow[], songs: readonly Chance[]): SongChance[] {
  const log = new PlaceLog()
  for (const show of history) log.add(show)
  return slotChancesFrom(log, songs)
}

/** The same from a log of the shows: to make one takes 120 ms of 2,000 shows. */
export function slotChancesFrom(log: PlaceLog, songs: readonly Chance[]): SongChance[] {
  return songs.map(({ song, chance, reasons }) => {
    const places = log.placesOf(song)
    return {
      song,
      chance,
      slots: places.map(({ exact }) => chance * exact),
      expected: places.map(
        (place, slot) => chance * pointsOfPlay(place, SLOT_PLACES[slot]?.set === 'encore'),
      ),
      reasons,
    }
  })
}

/** The average points of a pick in the slot when the song is played. */
function pointsOfPlay({ exact, special, inSet }: Place, isEncore: boolean): number {
  return (
    special * POINTS.correctSpecial +
    (exact - special) * POINTS.correctSong +
    (inSet - exact) * (isEncore ? POINTS.encoreInSet : POINTS.songInSet) +
    (1 - inSet) * POINTS.songInShow
  )
}
