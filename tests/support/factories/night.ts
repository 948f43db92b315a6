import type { Database } from '@called-it/infra/postgres/client'
import type { ShowsTable, SongsTable } from '@called-it/infra/postgres/schema/catalogue'
import type { ActualSetlist, Picks, SongId } from '@called-it/shared/game/setlist'
import type { Selectable } from 'kysely'
import { makeUser } from './accounts.ts'
import { makeSetlist, makeShow, makeSongs } from './catalogue.ts'
import { makePrediction } from './scores.ts'

/** Songs by their place, from 0: the first was played most often. */
export type Band = {
  song(place: number): Selectable<SongsTable>
  id(place: number): SongId
  ids(...places: number[]): SongId[]
}

export async function makeBand(db: Database, size: number): Promise<Band> {
  const songs = await makeSongs(db, size)
  const song = (place: number) => {
    const found = songs[place]
    if (!found) throw new Error(`the band has no song ${place}`)
    return found
  }
  return { song, id: (place) => song(place).id, ids: (...places) => places.map((place) => song(place).id) }
}

export type GivenNight = {
  show?: Parameters<typeof makeShow>[1]
  /** Absent: the show has none. */
  setlist?: Partial<ActualSetlist>
  /** Each of another player. */
  cards?: readonly Partial<Picks>[]
  /** The players of the first cards; those of the others are new. */
  userIds?: readonly number[]
}

export type Night = Selectable<ShowsTable> & { readonly userIds: readonly number[] }

/** A show with the picks of its players, which is not scored. */
export async function makeNight(db: Database, given: GivenNight = {}): Promise<Night> {
  const { cards = [], setlist } = given
  const show = await makeShow(db, given.show)
  if (setlist) await makeSetlist(db, show.id, setlist)
  const userIds: number[] = []
  for (const [index, picks] of cards.entries()) {
    const userId = given.userIds?.[index] ?? (await makeUser(db)).id
    await makePrediction(db, { showId: show.id, userId, picks })
    userIds.push(userId)
  }
  return { ...show, userIds }
}
