import type { Database } from '@called-it/infra/postgres/client'
import type { pickedSetlist } from '@called-it/shared/contract/predictions'
import { countPicks, type Picks, SET_NAMES, type SongId } from '@called-it/shared/game/setlist'
import { said } from '@called-it/shared/languages/said'
import { worded } from '@called-it/shared/languages/translate'
import type { z } from 'zod'
import { ApiError } from '../../http/errors.ts'
import { readSongNames, type SongNames } from '../../resources/song-names.ts'

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
      message: said('field.no-song', { song: `${songId}` }),
    }))
    throw new ApiError('invalid', { issues })
  }
  return { picks, names }
}

/**
 * A song that is retired, hidden or merged stays in a prediction that has it already.
 *
 * @param stored the picks that are replaced; null if there are none
 * @param path of the setlist in the body
 * @throws ApiError `song_not_listed` with an issue for each slot
 */
export async function checkListed(
  db: Database,
  { picks, names }: { picks: Picks; names: SongNames },
  stored: Picks | null,
  path: string,
): Promise<void> {
  const slots = findSlots(picks, (songId) => !names.isListed(songId))
  if (slots.length === 0) return
  const kept = stored ? await listKept(db, stored) : new Set()
  const refused = slots.filter(({ songId }) => !kept.has(songId))
  if (refused.length === 0) return
  const refusedNames = new Set(refused.map(({ songId }) => names.ownNameOf(songId)))
  throw new ApiError('song_not_listed', {
    text: worded('error.songs-unlisted', { songs: [...refusedNames].join(', ') }),
    issues: refused.map(({ slot, songId }) => ({
      path: `${path}.${slot}`,
      message: said('field.unlisted', { song: names.ownNameOf(songId) }),
    })),
  })
}

/** The songs of a prediction, and those that pages show for merged ones. */
async function listKept(db: Database, stored: Picks): Promise<ReadonlySet<SongId>> {
  const names = await readSongNames(db, [stored])
  return new Set(findSlots(stored, () => true).flatMap(({ songId }) => [songId, names.idOf(songId)]))
}

/** `slot` as in `set1.3`, counted from 0. */
function findSlots(picks: Picks, wanted: (songId: SongId) => boolean): { slot: string; songId: SongId }[] {
  return SET_NAMES.flatMap((set) =>
    picks[set].flatMap((songId, index) =>
      songId !== null && wanted(songId) ? [{ slot: `${set}.${index}`, songId }] : [],
    ),
  )
}
