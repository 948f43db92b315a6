import type { PlayedSong } from '@called-it/infra/postgres/queries/catalogue/setlists'
import type { Prediction as StoredPrediction } from '@called-it/infra/postgres/queries/predictions/predictions'
import type { ResponseBody } from '@called-it/shared/contract/endpoint'
import type { Endpoints } from '@called-it/shared/contract/endpoints'
import type { Prediction } from '@called-it/shared/contract/predictions'
import type { Breakdown } from '@called-it/shared/contract/scoring'
import type { Score } from '@called-it/shared/game/scoring'
import { type ArrangedSets, padPicks, type SongId } from '@called-it/shared/game/setlist'
import type { SongNames } from './song-names.ts'

export function presentPrediction(prediction: StoredPrediction, names: SongNames): Prediction {
  const { set1, set2, encore } = padPicks(prediction.picks)
  const presentSlot = (id: SongId | null) =>
    id === null ? null : { id: names.idOf(id), name: names.nameOf(id) }
  return {
    id: prediction.id,
    user_id: prediction.userId,
    show_id: prediction.showId,
    created_at: prediction.createdAt.toISOString(),
    updated_at: prediction.updatedAt.toISOString(),
    score: prediction.score,
    setlist: {
      set1: set1.map(presentSlot),
      set2: set2.map(presentSlot),
      encore: encore.map(presentSlot),
    },
    version: prediction.version,
  }
}

export function presentBreakdown({ total, categories, hits }: Score, names: SongNames): Breakdown {
  return {
    totalScore: total,
    ...categories,
    details: hits.map(({ set, position, songId, category, points }) => ({
      songName: names.nameOf(songId),
      reason: category,
      points,
      predictedSet: set,
      predictedPosition: position,
    })),
  }
}

type ActualSetlist = ResponseBody<Endpoints['getBreakdown']>['actualSetlist']
type NamedSong = Pick<PlayedSong, 'name'>

export function presentActualSetlist({
  set1,
  set2,
  encore,
  further,
}: ArrangedSets<NamedSong>): ActualSetlist {
  return {
    set1: presentEntries(set1),
    set2: presentEntries(set2),
    encore: presentEntries(encore),
    further: further.map(({ set, songs }) => ({ set, entries: presentEntries(songs) })),
  }
}

function presentEntries(songs: readonly NamedSong[]) {
  return songs.map(({ name }, index) => ({ position: index + 1, songName: name }))
}
