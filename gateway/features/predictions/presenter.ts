import type { PlayedSong } from '@called-it/infra/postgres/queries/catalogue/setlists'
import type { Prediction } from '@called-it/infra/postgres/queries/predictions/predictions'
import type { ResponseBody } from '@called-it/shared/contract/endpoint'
import type { Endpoints } from '@called-it/shared/contract/endpoints'
import type { Breakdown } from '@called-it/shared/contract/scoring'
import type { Score } from '@called-it/shared/game/scoring'
import type { ArrangedSets } from '@called-it/shared/game/setlist'
import { presentPicks } from '../../resources/picked-songs.ts'
import type { SongNames } from '../../resources/song-names.ts'

export function presentPrediction({ picks, isPublic: _, ...prediction }: Prediction, names: SongNames) {
  return { ...prediction, setlist: presentPicks(picks, names) }
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
