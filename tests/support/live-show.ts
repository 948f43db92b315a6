import type { Database } from '@called-it/infra/postgres/client'
import type { ShowsTable } from '@called-it/infra/postgres/schema/catalogue'
import { PACKED_PICKS_BYTES } from '@called-it/shared/game/bulk/packed-picks'
import {
  type ActualSetlist,
  arrangeSets,
  type LabelledSong,
  type OpenSet,
} from '@called-it/shared/game/setlist'
import { type Insertable, sql } from 'kysely'
import { makeShow, makeSongs } from './factories/catalogue.ts'
import { nextNumber } from './factories/next-number.ts'
import { playedSetlist } from './game-factories.ts'
import { createPicksDrawer, SHARE_WITH_REPEATS } from './simulation/draw-picks.ts'

const CATALOGUE = 60

export type LiveShow = {
  readonly id: number
  readonly songs: readonly number[]
  readonly userIds: readonly number[]
}

/** A show of today whose picks are closed, with predictions of new fans. Every third shows no picks. */
export async function makeLiveShow(
  db: Database,
  players: number,
  given: Partial<Insertable<ShowsTable>> = {},
): Promise<LiveShow> {
  // At once: a worker that runs would load the show before it has predictions.
  return db.transaction().execute((trx) => insertLiveShow(trx, players, given))
}

async function insertLiveShow(
  db: Database,
  players: number,
  given: Partial<Insertable<ShowsTable>>,
): Promise<LiveShow> {
  const songs = (await makeSongs(db, CATALOGUE)).map(({ id }) => id)
  const show = await makeShow(db, {
    daysFromToday: 0,
    locks_at: new Date(Date.now() - 60_000),
    ...given,
  })
  const crowd = `live-${nextNumber()}`
  const { rows } = await sql<{ id: number }>`
    INSERT INTO users (email, display_name, sort_name, password_hash, shows_picks)
    SELECT format('%s-%s@example.test', ${crowd}::text, number), 'Fan ' || number,
      -- Another order than that of the ids.
      'fan ' || (number * 7919 % 1000), 'none', number % 3 > 0
    FROM generate_series(1, ${players}::integer) AS number
    RETURNING id`.execute(db)
  const userIds = rows.map(({ id }) => id)
  await makePredictions(db, { id: show.id, songs, userIds })
  return { id: show.id, songs, userIds }
}

export async function makePredictions(db: Database, { id, songs, userIds }: LiveShow): Promise<void> {
  const played = playedSetlist({ set1: songs.slice(0, 10), set2: songs.slice(10, 20) })
  const draw = createPicksDrawer({ seed: 1, repeats: SHARE_WITH_REPEATS, catalogue: songs }, played)
  const packed = new Uint8Array(userIds.length * PACKED_PICKS_BYTES)
  for (let offset = 0; offset < packed.length; offset += PACKED_PICKS_BYTES) draw(packed, offset)
  await sql`
    INSERT INTO predictions (show_id, user_id, picks)
    SELECT ${id}::integer, user_id,
      substring(${Buffer.from(packed)}::bytea FROM ((place - 1) * ${PACKED_PICKS_BYTES}::integer + 1)::integer FOR ${PACKED_PICKS_BYTES}::integer)
    FROM unnest(${userIds}::integer[]) WITH ORDINALITY AS players(user_id, place)`.execute(db)
}

export type LiveRevision = { readonly actual: ActualSetlist; readonly openSet: OpenSet }

const OPEN_SETS: Readonly<Record<string, OpenSet>> = { 1: 'set1', 2: 'set2', 3: 'further', e: 'encore' }

/** A night of three sets with a song played twice: song by song, with a correction, an undo and the end. */
export function nightOf(songs: readonly number[]): LiveRevision[] {
  const song = (index: number) => songs[index] ?? 0
  const played = (set: string, ...indexes: number[]) => indexes.map((index) => ({ set, song: song(index) }))
  const entries = [
    ...played('1', 0, 1, 2, 3, 30, 4),
    ...played('2', 10, 11, 2, 12, 31),
    ...played('3', 40, 13),
    ...played('e', 14, 0),
  ]
  const upTo = (count: number): LabelledSong<number>[] => entries.slice(0, count)
  const after = (count: number): LiveRevision => ({
    actual: arrangeSets(upTo(count)),
    openSet: OPEN_SETS[entries[count - 1]?.set ?? '1'] ?? null,
  })
  const counts = Array.from(entries.keys(), (index) => index + 1)
  const corrected = arrangeSets([...played('1', 50), ...upTo(4)])
  return [
    ...counts.slice(0, 4).map(after),
    { actual: corrected, openSet: 'set1' },
    ...counts.slice(2).map(after),
    // The last song is taken back, and the encore ends the show.
    after(entries.length - 1),
    after(entries.length),
    { ...after(entries.length), openSet: null },
  ]
}
