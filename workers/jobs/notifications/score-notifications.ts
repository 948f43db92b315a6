import type { DatabaseTransaction, Postgres } from '@called-it/infra/postgres/client'
import type { PicksBatch } from '@called-it/infra/postgres/copy-binary'
import {
  insertOwnNotifications,
  type OwnNotification,
} from '@called-it/infra/postgres/queries/notifications/announcements'
import {
  type AnnouncedResult,
  findResultBefore,
  getCorrectionSource,
  getResult,
  markResultSent,
  nameChangedSongs,
} from '@called-it/infra/postgres/queries/notifications/results'
import {
  findShowOfEvent,
  insertPublicEvents,
  type Leader,
  nameLeaders,
} from '@called-it/infra/postgres/queries/outlets/public-events'
import { streamPredictions } from '@called-it/infra/postgres/queries/standings/scores'
import { type BulkScorer, createBulkScorer } from '@called-it/shared/game/bulk/bulk-scoring'
import { unpackPicks } from '@called-it/shared/game/bulk/packed-picks'
import { compareResults, createExplainer, type Result } from '@called-it/shared/game/corrections'
import type { NotificationDetail } from '@called-it/shared/notifications/catalogue'

type Pool = Postgres['pool']

/** Per statement, and those of the batch that reaches it. */
const ROWS_AT_ONCE = 10_000
/** A public event names the players with these ranks. */
const LEADING_RANKS = 3

/**
 * Notifies the players of a show of their first scores, or those of them whose points a correction changed. Picks do
 * not change once a show was scored, so that both results can be computed from them at any time.
 */
export async function notifyOfScores(
  trx: DatabaseTransaction,
  pool: Pool,
  result: AnnouncedResult,
): Promise<void> {
  const before = await findResultBefore(trx, result)
  if (result.kind === 'final-score' || !before) await notifyOfFinalScores(trx, pool, result)
  else await notifyOfCorrection(trx, pool, before, result)
}

async function notifyOfFinalScores(
  trx: DatabaseTransaction,
  pool: Pool,
  result: AnnouncedResult,
): Promise<void> {
  const { id, showId } = result
  const scorer = scorerOf(await getResult(trx, result))
  const playersWith: number[] = []
  for await (const { count, bytes, offsets } of readCards(pool, showId)) {
    for (const offset of offsets.subarray(0, count)) {
      const { total } = scorer.score(bytes, offset)
      playersWith[total] = (playersWith[total] ?? 0) + 1
    }
  }
  const ranks: number[] = []
  let players = 0
  for (let total = playersWith.length - 1; total >= 0; total--) {
    ranks[total] = players + 1
    players += playersWith[total] ?? 0
  }
  const leaders: Leader[] = []
  await insertForCards(trx, result, readCards(pool, showId), (bytes, offset, userId) => {
    const { total } = scorer.score(bytes, offset)
    const rank = ranks[total] ?? 1
    if (total > 0 && rank <= LEADING_RANKS) leaders.push({ userId, rank, points: total })
    return { total, rank } satisfies NotificationDetail<'final-score'>
  })
  await markResultSent<'final-score'>(trx, id, { players })
  const show = await findShowOfEvent(trx, showId)
  if (!show) return
  const payload = { show, players, leaders: await nameLeaders(trx, leaders) }
  await insertPublicEvents(trx, [{ kind: 'show-final', showId, key: `show-final:${showId}`, payload }])
}

async function notifyOfCorrection(
  trx: DatabaseTransaction,
  pool: Pool,
  last: AnnouncedResult,
  result: AnnouncedResult,
): Promise<void> {
  const [was, is] = [await getResult(trx, last), await getResult(trx, result)]
  const [scorerBefore, scorerAfter] = [scorerOf(was), scorerOf(is)]
  const explain = createExplainer(was, is)
  const moved = { raised: 0, lowered: 0 }
  await insertForCards(trx, result, readCards(pool, result.showId), (bytes, offset) => {
    const before = scorerBefore.score(bytes, offset).total
    const after = scorerAfter.score(bytes, offset).total
    if (before === after) return null
    moved[after > before ? 'raised' : 'lowered']++
    const parts = explain(unpackPicks(bytes, offset))
    return {
      before,
      after,
      parts: parts.map((part) => [part.songId, part.after - part.before]),
    } satisfies NotificationDetail<'score-corrected'>
  })
  const correction = {
    source: await getCorrectionSource(trx, last, result),
    songs: await nameChangedSongs(trx, compareResults(was, is)),
    ...moved,
  }
  await markResultSent<'score-corrected'>(trx, result.id, correction)
  const { showId } = result
  const show = await findShowOfEvent(trx, showId)
  if (!show) return
  const key = `scores-corrected:${result.id}`
  await insertPublicEvents(trx, [{ kind: 'scores-corrected', showId, key, payload: { show, ...correction } }])
}

function scorerOf({ actual, merged, points }: Result): BulkScorer {
  return createBulkScorer(actual, merged, null, points)
}

function readCards(pool: Pool, showId: number): AsyncIterable<PicksBatch> {
  return streamPredictions(pool, showId, new AbortController().signal)
}

/** @param detailOf of the packed picks at an offset; null where their player gets none */
async function insertForCards(
  trx: DatabaseTransaction,
  announcement: AnnouncedResult,
  batches: AsyncIterable<PicksBatch>,
  detailOf: (bytes: Uint8Array, offset: number, userId: number) => OwnNotification['detail'] | null,
): Promise<void> {
  let slice: OwnNotification[] = []
  for await (const { count, userIds, bytes, offsets } of batches) {
    for (let index = 0; index < count; index++) {
      const userId = userIds[index] ?? 0
      const detail = detailOf(bytes, offsets[index] ?? 0, userId)
      if (detail) slice.push({ userId, detail })
    }
    if (slice.length < ROWS_AT_ONCE) continue
    await insertOwnNotifications(trx, announcement, slice)
    slice = []
  }
  if (slice.length > 0) await insertOwnNotifications(trx, announcement, slice)
}
