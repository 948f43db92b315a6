import type { Database } from '@called-it/infra/postgres/client'
import { getMergedSongs } from '@called-it/infra/postgres/queries/catalogue/song-merges'
import type { PlayedPerformance } from '@called-it/infra/postgres/queries/live/played-songs'
import { getPickCounts } from '@called-it/infra/postgres/queries/predictions/public-picks'
import type { StoredSongCount } from '@called-it/infra/postgres/schema/live'
import type { PickCounts } from '@called-it/shared/game/crowd'
import { SET_NAMES, SET_SIZES, type SongId } from '@called-it/shared/game/setlist'
import { keepById } from '../../resources/kept-by-id.ts'

const MAX_SHOWS = 16

export type SongCounts = {
  /** How many players of a scored show have each played song. Nobody is named. */
  count(
    show: { id: number; scoreSetId: number },
    played: readonly PlayedPerformance[],
  ): Promise<StoredSongCount[]>
}

/** Counts the picks of shows that had no live board. Those of a scored show stay as they are. */
export function openSongCounts(db: Database): SongCounts {
  const kept = keepById<PickCounts>(MAX_SHOWS)
  return {
    async count({ id, scoreSetId }, played) {
      const merged = await getMergedSongs(db)
      const key = JSON.stringify([scoreSetId, ...merged])
      const counts = await kept.find(id, key, () => getPickCounts(db, id, { merged }))
      return Array.from(
        Map.groupBy(played, ({ song }) => song.id),
        ([songId, performances]) => ({
          songId,
          players: counts.songs.get(songId) ?? 0,
          exact: countExact(counts, songId, performances),
          holders: [],
        }),
      )
    },
  }
}

/** A player who has the song in two exact places counts twice, which hardly anybody does. */
function countExact(
  { slots }: PickCounts,
  songId: SongId,
  performances: readonly PlayedPerformance[],
): number {
  let exact = 0
  let first = 0
  for (const name of SET_NAMES) {
    for (const { set, position } of performances) {
      if (set === name && position <= SET_SIZES[name]) exact += slots[first + position - 1]?.get(songId) ?? 0
    }
    first += SET_SIZES[name]
  }
  return exact
}
