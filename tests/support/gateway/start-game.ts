import { openPostgres } from '@called-it/infra/postgres/client'
import { expect } from 'vitest'
import { makeSongs } from '../factories/catalogue.ts'
import { countWaitingQueries } from '../waiting-queries.ts'
import { gatewayOfFile, type TestGateway, type TestResponse } from './start-gateway.ts'

/** A gateway with twenty songs. */
export type TestGame = {
  readonly gateway: TestGateway
  /** The id of a song by its place, from 0: the first was played most often. */
  song(place: number): number
  nameOf(place: number): string
  slugOf(place: number): string
  pick(place: number): { id: number }
  slot(place: number): { id: number; name: string }
  oneSong(showId: number, place?: number): object
  save(as: string, body: object): Promise<TestResponse>
  countPredictions(showId: number): Promise<number>
  /** Resolves when so many transactions wait for a lock. */
  untilWaiting(count: number): Promise<void>
}

/** For the tests of the file that calls it. */
export async function gameOfFile(): Promise<TestGame> {
  const gateway = await gatewayOfFile()
  const { db, url } = gateway.postgres
  const songs = await makeSongs(db, 20)
  const at = (place: number) => {
    const song = songs[place]
    if (!song) throw new Error(`there is no song ${place}`)
    return song
  }
  const pick = (place: number) => ({ id: at(place).id })
  return {
    gateway,
    song: (place) => at(place).id,
    nameOf: (place) => at(place).name,
    slugOf: (place) => at(place).slug,
    pick,
    slot: (place) => ({ id: at(place).id, name: at(place).name }),
    oneSong: (showId, place = 0) => ({
      show_id: showId,
      setlist: { set1: [pick(place)], set2: [], encore: [] },
    }),
    save: (as, body) => gateway.send('POST', '/api/predictions', { as, json: body }),
    async countPredictions(showId) {
      const rows = await db.selectFrom('predictions').select('id').where('show_id', '=', showId).execute()
      return rows.length
    },
    async untilWaiting(count) {
      // Its own connection: the waiting transactions may hold all of the gateway's.
      const watcher = openPostgres({
        url,
        program: 'watcher',
        maxConnections: 1,
        onConnectionError: () => undefined,
      })
      try {
        await expect
          .poll(() => countWaitingQueries(watcher.pool), { timeout: 20_000 })
          .toBeGreaterThanOrEqual(count)
      } finally {
        await watcher.close()
      }
    },
  }
}

export function ownPath(showId: number): string {
  return `/api/users/current/predictions/${showId}`
}
