import { eventChannel } from '@called-it/infra/events/channel'
import { subscribeToEvents } from '@called-it/infra/events/subscriber'
import type { Logger } from '@called-it/infra/observability/log'
import { logRepeatedError } from '@called-it/infra/observability/repeated-error'
import type { Postgres } from '@called-it/infra/postgres/client'
import { getMergedSongs } from '@called-it/infra/postgres/queries/catalogue/song-merges'
import {
  claimLiveShows,
  endClaim,
  listLiveShowStates,
  releaseClaims,
} from '@called-it/infra/postgres/queries/live/live-shows'
import { startLoop } from '@called-it/infra/queues/loop'
import type { RedisConnection } from '@called-it/infra/redis/connection'
import { readTopic } from '@called-it/shared/contract/events'
import { ShowBoard, type ShowBoardParts } from './show-board.ts'

/** A sixth of the time after which a claim is stale: the board of a million predictions blocks the process for 0.5 s. */
const CLAIM_EVERY_MS = 250
/** Finds what no event was received of. */
const POLL_EVERY_MS = 1_000

export type LiveParts = ShowBoardParts & {
  /** Has at least three connections, which nothing else uses. */
  postgres: Postgres
  /** A connection of the role `subscriber`. */
  redis: RedisConnection
  namespace: string
  /** Under this name it has its claims. */
  worker: string
  log: Logger
}

/**
 * Keeps the boards of the shows that run and that this worker has claimed. Two workers that have the same show for a
 * moment do no harm: a board is a function of the database.
 */
export function startLiveBoards(parts: LiveParts): { stop(): Promise<void> } {
  const { postgres, redis, namespace, worker, log } = parts
  const { db } = postgres
  const boards = new Map<number, ShowBoard>()
  const stopped = new AbortController()
  const logClaimError = logRepeatedError(log, 'live shows could not be claimed')
  const logBoardError = logRepeatedError(log, 'a live board could not be updated')

  const claiming = startLoop({ everyMs: CLAIM_EVERY_MS, work: claim, onError: logClaimError })
  const updating = startLoop({ everyMs: POLL_EVERY_MS, work: update, onError: logBoardError })
  const subscription = subscribeToEvents({
    redis,
    channel: eventChannel(namespace),
    handlers: {
      'topics:changed': ({ topics }) => {
        if (topics.some(({ topic }) => isOfClaimed(topic))) updating.wake()
      },
    },
    onResubscribed: () => updating.wake(),
    log,
  })

  function isOfClaimed(text: string): boolean {
    const topic = readTopic(text)
    return (topic?.kind === 'setlist' || topic?.kind === 'show') && boards.has(topic.showId)
  }

  async function claim(): Promise<void> {
    const claimed = new Set(await claimLiveShows(db, worker))
    for (const showId of boards.keys()) if (!claimed.has(showId)) boards.delete(showId)
    for (const showId of claimed) {
      if (boards.has(showId)) continue
      boards.set(showId, new ShowBoard(parts, stopped.signal))
      updating.wake()
    }
  }

  /** One show after the other, so that a connection is left for the heartbeat. */
  async function update(): Promise<void> {
    if (boards.size === 0) return
    const merged = await getMergedSongs(db)
    for (const show of await listLiveShowStates(db, [...boards.keys()])) {
      if (stopped.signal.aborted) return
      try {
        await boards.get(show.showId)?.update(show, merged)
        if (!show.isScored) continue
        await endClaim(db, show.showId, worker)
        boards.delete(show.showId)
      } catch (error) {
        if (!stopped.signal.aborted) logBoardError(error, { showId: String(show.showId) })
      }
    }
  }

  return {
    async stop() {
      stopped.abort()
      subscription.close()
      await Promise.all([claiming.stop(), updating.stop()])
      await releaseClaims(db, worker).catch(logClaimError)
    },
  }
}
