import type { AnnouncementKind, AnnouncementPayload } from '@called-it/shared/notifications/catalogue'
import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../client.ts'
import { insertJobs } from '../work/outbox.ts'

/** A lock that moves by less is the same for fans. */
const MIN_MOVE_MS = 60_000

/** Announces changes of shows to those who have picked them, unless that is what they were told last. */
export async function announceToPlayers<K extends AnnouncementKind>(
  trx: DatabaseTransaction,
  announcements: readonly { kind: K; showId: number; payload: AnnouncementPayload<K> }[],
): Promise<void> {
  if (announcements.length === 0) return
  const { rows } = await sql<{ announcementId: number }>`
    INSERT INTO announcements (kind, show_id, payload)
    SELECT given.kind, given."showId", given.payload
    FROM jsonb_to_recordset(${JSON.stringify(announcements)}::jsonb) AS given(kind text, "showId" integer, payload jsonb)
      LEFT JOIN LATERAL (
        SELECT kind, payload FROM announcements
        -- These go to some fans alone.
        WHERE show_id = given."showId" AND kind NOT IN ('pick-reminder', 'you-lead')
        ORDER BY id DESC LIMIT 1
      ) AS newest ON true
    WHERE EXISTS (SELECT FROM predictions WHERE show_id = given."showId")
      AND (newest.kind, newest.payload) IS DISTINCT FROM (given.kind, given.payload)
    RETURNING id AS "announcementId"`.execute(trx)
  await insertJobs(trx, 'send-announcement', rows)
}

export type MovedLock = { showId: number; from: Date; to: Date; isPast: boolean }

/**
 * Announces that the picks of shows close at another time, if that has not passed. A move that is not sent yet is
 * replaced: of a lock that moves back at once nobody is told. Call it with the locked shows.
 */
export async function announceLocks(trx: DatabaseTransaction, moves: readonly MovedLock[]): Promise<void> {
  if (moves.length === 0) return
  // One that is being sent is not waited for: saves of these shows would wait, too.
  const { rows } = await sql<{ showId: number; from: Date }>`
    DELETE FROM announcements WHERE id IN (
      SELECT id FROM announcements
      WHERE show_id = ANY(${moves.map(({ showId }) => showId)}::integer[]) AND kind = 'lock-moved' AND sent_at IS NULL
      FOR UPDATE SKIP LOCKED)
    RETURNING show_id AS "showId", (payload ->> 'from')::timestamptz AS "from"`.execute(trx)
  const unsent = new Map(rows.map(({ showId, from }) => [showId, from]))
  const announcements = moves.flatMap(({ showId, from, to, isPast }) => {
    const known = unsent.get(showId) ?? from
    if (isPast || Math.abs(to.getTime() - known.getTime()) < MIN_MOVE_MS) return []
    const payload = { from: known.toISOString(), to: to.toISOString() }
    return [{ kind: 'lock-moved' as const, showId, payload }]
  })
  await announceToPlayers(trx, announcements)
}
