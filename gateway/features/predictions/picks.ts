import type { Issue } from '@called-it/shared/contract/errors'
import type { pickedSetlist } from '@called-it/shared/contract/predictions'
import { countPicks, type Picks, SET_NAMES } from '@called-it/shared/game/setlist'
import type { z } from 'zod'
import { ApiError } from '../../http/errors.ts'
import type { SongNames } from './song-names.ts'

/**
 * The picks of a setlist in a request: its ids count, its names do not.
 *
 * @throws ApiError `empty_prediction` where no song is picked at all
 */
export function readPicks(setlist: z.output<typeof pickedSetlist>): Picks {
  const picks = {
    set1: setlist.set1.map((slot) => slot?.id ?? null),
    set2: setlist.set2.map((slot) => slot?.id ?? null),
    encore: setlist.encore.map((slot) => slot?.id ?? null),
  }
  if (countPicks(picks) === 0) throw new ApiError('empty_prediction')
  return picks
}

/**
 * Refuses picks of songs that are in no catalogue.
 *
 * @param path where in the body the sets stand
 * @throws ApiError 422 with an issue for every such pick
 */
export function checkSongsExist(picks: Picks, names: SongNames, path: readonly string[]): void {
  const issues: Issue[] = SET_NAMES.flatMap((set) =>
    picks[set].flatMap((songId, index) =>
      songId === null || names.has(songId)
        ? []
        : [{ path: [...path, set, index, 'id'].join('.'), message: `There is no song ${songId}` }],
    ),
  )
  if (issues.length > 0) throw new ApiError('invalid', { issues })
}
