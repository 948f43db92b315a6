import type { PublicPrediction } from '@called-it/infra/postgres/queries/predictions/public-picks'
import { CROWD_SONGS, type Crowd, type PlayerPicks } from '@called-it/shared/contract/show-picks'
import type { SongId } from '@called-it/shared/game/setlist'
import { compareNames } from '@called-it/shared/game/standings'
import { presentPicks } from '../../resources/picked-songs.ts'
import type { SongNames } from '../../resources/song-names.ts'
import type { CrowdCount } from './crowd-counts.ts'

export function presentPlayerPicks(
  { picks, score, player }: Omit<PublicPrediction, 'id'>,
  names: SongNames,
): PlayerPicks {
  return { player, picks: presentPicks(picks, names), score }
}

/** @param chances as they stood at the lock */
export function presentCrowd(
  { players, card, songs }: CrowdCount,
  names: SongNames,
  chances: ReadonlyMap<SongId, number>,
): Crowd {
  return {
    players,
    card: presentPicks(card, names),
    songs: songs
      .map((song) => ({
        id: song.id,
        name: names.nameOf(song.id),
        players: song.players,
        chance: chances.get(song.id) ?? null,
      }))
      .toSorted(
        (one, other) =>
          other.players - one.players || compareNames(one.name, other.name) || one.id - other.id,
      )
      .slice(0, CROWD_SONGS),
  }
}
