import { changeAndPublish } from '@called-it/infra/events/change'
import { eventChannel } from '@called-it/infra/events/channel'
import { openEventPublisher } from '@called-it/infra/events/publisher'
import { createLogger } from '@called-it/infra/observability/log'
import { findNewestLiveBoard, findOrderedBoard } from '@called-it/infra/postgres/queries/live/live-boards'
import { openRedis } from '@called-it/infra/redis/connection'
import { topics } from '@called-it/shared/contract/events'
import { startLiveBoards } from '@called-it/workers/live/live-boards'
import { afterAll, expect, onTestFinished } from 'vitest'
import { makeSetlist } from '../factories/catalogue.ts'
import type { LiveRevision, LiveShow } from '../live-show.ts'
import { PATIENT } from '../patience.ts'
import { databaseOfFile } from '../test-database.ts'
import { testRedis } from '../test-redis.ts'

/** A database and a Redis for live boards of workers in this process, for the tests of the file that calls it. */
export async function liveBenchOfFile() {
  const log = createLogger('test', 'silent')
  const { url, prefix: namespace } = testRedis()
  const producer = openRedis(url, 'producer', () => undefined)
  const publisher = openEventPublisher({ redis: producer, channel: eventChannel(namespace), log })
  const database = await databaseOfFile()
  afterAll(() => producer.disconnect())

  return {
    database,
    /** Stops when the current test has finished. */
    startWorker(worker: string) {
      const redis = openRedis(url, 'subscriber', () => undefined)
      const boards = startLiveBoards({
        postgres: database,
        redis,
        namespace,
        publisher,
        worker,
        log,
        countEveryMs: 0,
      })
      const stop = async () => {
        await boards.stop()
        redis.disconnect()
      }
      onTestFinished(stop)
      return { stop }
    },
    enter({ id }: LiveShow, { actual, openSet }: LiveRevision): Promise<number> {
      return changeAndPublish(database.db, publisher, async (trx, changed) => {
        const { number } = await makeSetlist(trx, id, actual, { open_set: openSet })
        changed.add(topics.setlist(id))
        return number
      })
    },
    async waitForBoard(showId: number, revision: number) {
      await expect
        .poll(async () => (await findNewestLiveBoard(database.db, showId))?.revision, PATIENT)
        .toBe(revision)
      const board = await findNewestLiveBoard(database.db, showId)
      const ordered = await findOrderedBoard(database.db, showId)
      if (!board || !ordered) throw new Error('the board is gone')
      return {
        ...board,
        rows: Array.from(ordered.userIds, (userId, place) => [userId, ordered.totals[place]]),
      }
    },
  }
}
