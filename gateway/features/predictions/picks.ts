import type { Database } from '@called-it/infra/postgres/client'
import type { Issue } from '@called-it/shared/contract/errors'
import type { pickedSetlist } from '@called-it/shared/contract/predictions'
import { countPicks, type Picks, SET_NAMES } from '@called-it/shared/game/setlist'
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
  const issues: Issue[] = SET_NAMES.flatMap((set) =>
    picks[set].flatMap((songId, index) =>
      songId === null || names.has(songId)
        ? []
        : [{ path: `${path}.${set}.${index}.id`, message: `There is no song ${songId}` }],
    ),
  )
  if (issues.length > 0) throw new ApiError('invalid', { issues })
  return { picks, names }
}
