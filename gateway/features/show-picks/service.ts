import type { Database } from '@called-it/infra/postgres/client'
import { findUserById, type User } from '@called-it/infra/postgres/queries/accounts/users'
import { getMergedSongs } from '@called-it/infra/postgres/queries/catalogue/song-merges'
import { listFrozenChances } from '@called-it/infra/postgres/queries/chances/frozen-chances'
import { findPrediction } from '@called-it/infra/postgres/queries/predictions/predictions'
import {
  listPublicPredictions,
  type PublicPrediction,
} from '@called-it/infra/postgres/queries/predictions/public-picks'
import {
  CROWD_OPENERS,
  CROWD_SONGS,
  type Crowd,
  PICKS_PAGE,
  type PlayerPicks,
} from '@called-it/shared/contract/show-picks'
import type { PickedSong } from '@called-it/shared/game/crowd'
import type { SongId } from '@called-it/shared/game/setlist'
import { compareNames } from '@called-it/shared/game/standings'
import { ApiError } from '../../http/errors.ts'
import { presentPlayer } from '../../resources/named-player.ts'
import { presentPicks } from '../../resources/picked-songs.ts'
import { getShowWithPublicPicks } from '../../resources/show.ts'
import { listSongs, readNamesById, readSongNames, type SongNames } from '../../resources/song-names.ts'
import type { CrowdCount, CrowdCounts } from './crowd-counts.ts'

/** @throws ApiError `show_not_found`, `show_cancelled`, `picks_open` */
export async function readShowPredictions(
  db: Database,
  showId: number,
  after: number,
): Promise<{ predictions: PlayerPicks[]; next: number | null }> {
  const show = await getShowWithPublicPicks(db, showId)
  const found = await listPublicPredictions(db, show.id, { after, limit: PICKS_PAGE + 1 })
  const page = found.slice(0, PICKS_PAGE)
  const names = await readSongNames(
    db,
    page.map(({ picks }) => picks),
  )
  return {
    predictions: page.map((prediction) => presentPlayerPicks(prediction, names)),
    next: found.length > PICKS_PAGE ? (page.at(-1)?.id ?? null) : null,
  }
}

/**
 * A player who does not show the picks looks like one without any, except to themselves.
 *
 * @throws ApiError `show_not_found`, `show_cancelled`, `picks_open`, `prediction_not_found`
 */
export async function readPlayerPicks(
  db: Database,
  { showId, userId }: { showId: number; userId: number },
  reader: User | null,
): Promise<PlayerPicks> {
  const show = await getShowWithPublicPicks(db, showId)
  const [prediction, player] = await Promise.all([
    findPrediction(db, show.id, userId),
    findUserById(db, userId),
  ])
  const isShown = player !== null && player.deletedAt === null && (player.showsPicks || reader?.id === userId)
  if (!prediction?.isPublic || !isShown) throw new ApiError('prediction_not_found')
  const names = await readSongNames(db, [prediction.picks])
  return presentPlayerPicks({ ...prediction, player: presentPlayer(player) }, names)
}

export type CrowdParts = { readonly db: Database; readonly crowds: CrowdCounts }

/** @throws ApiError `show_not_found`, `show_cancelled`, `picks_open` */
export async function readCrowd({ db, crowds }: CrowdParts, showId: number): Promise<Crowd> {
  const show = await getShowWithPublicPicks(db, showId)
  const count = await crowds.find(show, await getMergedSongs(db))
  const listed = count.songs.map(({ id }) => id)
  const names = await readNamesById(db, [...listSongs(count.card), ...listed])
  return presentCrowd(count, names, await listFrozenChances(db, show.id, listed))
}

function presentPlayerPicks(
  { picks, score, player }: Omit<PublicPrediction, 'id'>,
  names: SongNames,
): PlayerPicks {
  return { player, picks: presentPicks(picks, names), score }
}

/** @param chances as they stood at the lock */
function presentCrowd(
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
