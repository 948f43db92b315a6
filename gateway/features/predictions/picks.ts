import type { Database } from '@called-it/infra/postgres/client'
import type { pickedSetlist } from '@called-it/shared/contract/predictions'
import { countPicks, type Picks, SET_NAMES, type SongId } from '@called-it/shared/game/setlist'
import type { z } from 'zod'
import { ApiError } from '../../http/errors.ts'
import { readSongNames, type SongNames } from './song-names.ts'

/**
 * Reads the picks by their ids; names in the request are ignored.
 *
 * @param path of the setlist in the body
 * @throws ApiError `empty_prediction`; 422 with an issue for every unknown song
 */
export async function readPicks(
  db: Database,
  setlist: z.output<typeof pickedSetlist>,
  path: string,
): Promise<{ picks: Picks; names: SongNames }> {
  const picks = {
    set1: setlist.set1.map((slot) => slot?.id ?? null),
    set2: setlist.set2.map((slot) => slot?.id ?? null),
    encore: setlist.encore.map((slot) => slot?.id ?? null),
  }
  if (countPicks(picks) === 0) throw new ApiError('empty_prediction')
  const names = await readSongNames(db, [picks])
  const unknown = findSlots(picks, (songId) => !names.has(songId))
  if (unknown.length > 0) {
    const issues = unknown.map(({ slot, songId }) => ({
      path: `${path}.${slot}.id`,
      message: `There is no song ${songId}`,
    }))
    throw new ApiError('invalid', { issues })
  }
  return { picks, names }
}

/**
 * A song that is no longer listed stays in a prediction that has it already.
 *
 * @param stored the picks that are replaced; null if there are none
 * @param path of the setlist in the body
 * @throws ApiError `song_not_listed` with an issue for each slot
 */
export function checkListed(picks: Picks, names: SongNames, stored: Picks | null, path: string): void {
  const kept = new Set(stored ? findSlots(stored, () => true).map(({ songId }) => songId) : [])
  const slots = findSlots(picks, (songId) => !names.isListed(songId) && !kept.has(songId))
  if (slots.length === 0) return
  const refused = new Set(slots.map(({ songId }) => names.nameOf(songId)))
  throw new ApiError('song_not_listed', {
    message: `No longer in the song list: ${[...refused].join(', ')}.`,
    issues: slots.map(({ slot, songId }) => ({
      path: `${path}.${slot}`,
      message: `${names.nameOf(songId)} is no longer in the song list`,
    })),
  })
}

/** `slot` as in `set1.3`, counted from 0. */
function findSlots(picks: Picks, wanted: (songId: SongId) => boolean): { slot: string; songId: SongId }[] {
  return SET_NAMES.flatMap((set) =>
    picks[set].flatMap((songId, index) =>
      songId !== null && wanted(songId) ? [{ slot: `${set}.${index}`, songId }] : [],
    ),
  )
}
