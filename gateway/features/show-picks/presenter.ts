import type { PublicPrediction } from '@called-it/infra/postgres/queries/predictions/public-picks'
import {
  CROWD_OPENERS,
  CROWD_SONGS,
  type Crowd,
  type PlayerPicks,
} from '@called-it/shared/contract/show-picks'
import type { PickedSong } from '@called-it/shared/game/crowd'
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
  { players, card, songs, openers }: CrowdCount,
  names: SongNames,
  chances: ReadonlyMap<SongId, number>,
): Crowd {
  const present = (picked: readonly PickedSong[], limit: number): Crowd['songs'] =>
    picked
      .map((song) => ({ ...song, name: names.nameOf(song.id), chance: chances.get(song.id) ?? null }))
      .toSorted(
        (one, other) =>
          other.players - one.players || compareNames(one.name, other.name) || one.id - other.id,
      )
      .slice(0, limit)
  return {
    players,
    card: presentPicks(card, names),
    songs: present(songs, CROWD_SONGS),
    openers: present(openers, CROWD_OPENERS),
  }
}
