import type { DatabaseTransaction, Postgres } from '@called-it/infra/postgres/client'
import { listSongsByIds } from '@called-it/infra/postgres/queries/catalogue/songs'
import {
  insertOwnNotifications,
  type OwnNotification,
} from '@called-it/infra/postgres/queries/notifications/announcements'
import {
  type AnnouncedResult,
  findCorrectionSource,
  findResultBefore,
  markResultSent,
  readResult,
} from '@called-it/infra/postgres/queries/notifications/results'
import { streamPredictions } from '@called-it/infra/postgres/queries/standings/score-copy'
import type { ChangedSong } from '@called-it/shared/contract/corrections'
import { type BulkScorer, createBulkScorer } from '@called-it/shared/game/bulk/bulk-scoring'
import { unpackPicks } from '@called-it/shared/game/bulk/packed-picks'
import {
  compareResults,
  createExplainer,
  type Result,
  type SongChange,
} from '@called-it/shared/game/corrections'
import type { NotificationDetail } from '@called-it/shared/notifications/catalogue'

type Pool = Postgres['pool']
type Card = { readonly userId: number; readonly bytes: Uint8Array; readonly offset: number }

/** Per statement. */
const ROWS_AT_ONCE = 5_000

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
  { id, showId, ...result }: AnnouncedResult,
): Promise<void> {
  const scorer = scorerOf(await readResult(trx, result))
  const totalOf = ({ bytes, offset }: Card) => scorer.score(bytes, offset).total
  const playersWith: number[] = []
  for await (const card of readCards(pool, showId)) {
    const total = totalOf(card)
    playersWith[total] = (playersWith[total] ?? 0) + 1
  }
  const ranks: number[] = []
  let players = 0
  for (let total = playersWith.length - 1; total >= 0; total--) {
    ranks[total] = players + 1
    players += playersWith[total] ?? 0
  }
  await insertForCards(trx, id, readCards(pool, showId), (card) => {
    const total = totalOf(card)
    return { total, rank: ranks[total] ?? 1 } satisfies NotificationDetail<'final-score'>
  })
  await markResultSent<'final-score'>(trx, id, { players })
}

async function notifyOfCorrection(
  trx: DatabaseTransaction,
  pool: Pool,
  last: AnnouncedResult,
  result: AnnouncedResult,
): Promise<void> {
  const [before, after] = [await readResult(trx, last), await readResult(trx, result)]
  const [scorerBefore, scorerAfter] = [scorerOf(before), scorerOf(after)]
  const explain = createExplainer(before, after)
  const moved = { raised: 0, lowered: 0 }
  await insertForCards(trx, result.id, readCards(pool, result.showId), ({ bytes, offset }) => {
    const totals = {
      before: scorerBefore.score(bytes, offset).total,
      after: scorerAfter.score(bytes, offset).total,
    }
    if (totals.before === totals.after) return null
    moved[totals.after > totals.before ? 'raised' : 'lowered']++
    const parts = explain(unpackPicks(bytes, offset))
    return {
      ...totals,
      parts: parts.map((part) => [part.songId, part.after - part.before]),
    } satisfies NotificationDetail<'score-corrected'>
  })
  await markResultSent<'score-corrected'>(trx, result.id, {
    source: await findCorrectionSource(trx, last, result),
    songs: await nameSongs(trx, compareResults(before, after)),
    ...moved,
  })
}

function scorerOf({ actual, merged }: Result): BulkScorer {
  return createBulkScorer(actual, merged)
}

async function* readCards(pool: Pool, showId: number): AsyncGenerator<Card, void, undefined> {
  for await (const batch of streamPredictions(pool, showId, new AbortController().signal)) {
    for (let index = 0; index < batch.count; index++) {
      yield { userId: batch.userIds[index] ?? 0, bytes: batch.bytes, offset: batch.offsets[index] ?? 0 }
    }
  }
}

/** @param detailOf null for a card whose player gets none */
async function insertForCards(
  trx: DatabaseTransaction,
  announcementId: number,
  cards: AsyncIterable<Card>,
  detailOf: (card: Card) => OwnNotification['detail'] | null,
): Promise<void> {
  let slice: OwnNotification[] = []
  for await (const card of cards) {
    const detail = detailOf(card)
    if (detail) slice.push({ userId: card.userId, detail })
    if (slice.length < ROWS_AT_ONCE) continue
    await insertOwnNotifications(trx, announcementId, slice)
    slice = []
  }
  if (slice.length > 0) await insertOwnNotifications(trx, announcementId, slice)
}

/** As pages name them, where a merged song has the name of the song that it is; a newly merged one has its own. */
async function nameSongs(trx: DatabaseTransaction, changes: readonly SongChange[]): Promise<ChangedSong[]> {
  const ids = changes.flatMap(({ songId, countsAs }) => (countsAs === null ? [songId] : [songId, countsAs]))
  const known = new Map((await listSongsByIds(trx, ids)).map((song) => [song.id, song]))
  return changes.map(({ songId, before, after, countsAs }) => {
    const song = known.get(songId)
    const name = countsAs === null ? song?.song.name : song?.name
    return {
      id: songId,
      name: name ?? `Song ${songId}`,
      before: [...before],
      after: [...after],
      countsAs: countsAs === null ? null : (known.get(countsAs)?.name ?? null),
    }
  })
}
