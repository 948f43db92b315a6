import type { AnnouncementKind, AnnouncementPayload } from '@called-it/shared/notifications/catalogue'
import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../client.ts'
import { insertAnnouncement } from './announcements.ts'

/** A lock that moves by less is the same for fans. */
const MIN_MOVE_MS = 60_000

/** Announces a change of a show to those who have picked it, unless that is what they were told last. */
export async function announceToPlayers<K extends AnnouncementKind>(
  trx: DatabaseTransaction,
  announcement: { kind: K; showId: number; payload: AnnouncementPayload<K> },
): Promise<void> {
  const { kind, showId, payload } = announcement
  const { rows } = await sql<{ isNew: boolean }>`
    SELECT EXISTS (SELECT FROM predictions WHERE show_id = ${showId})
      AND NOT EXISTS (
        SELECT FROM (SELECT * FROM announcements WHERE show_id = ${showId} ORDER BY id DESC LIMIT 1) AS newest
        WHERE kind = ${kind} AND payload = ${JSON.stringify(payload)}::jsonb
      ) AS "isNew"`.execute(trx)
  if (rows[0]?.isNew) await insertAnnouncement(trx, announcement)
}

/**
 * Announces that the picks of a show close at another time, if that has not passed. A move that is not sent yet is
 * replaced: of a lock that moves back at once nobody is told. Call it with the locked show.
 */
export async function announceLock(
  trx: DatabaseTransaction,
  { showId, from, to, isPast }: { showId: number; from: Date; to: Date; isPast: boolean },
): Promise<void> {
  const unsent = await trx
    .deleteFrom('announcements')
    .where('show_id', '=', showId)
    .where('kind', '=', 'lock-moved')
    .where('sent_at', 'is', null)
    .returning(sql<Date | null>`(payload ->> 'from')::timestamptz`.as('from'))
    .executeTakeFirst()
  const known = unsent?.from ?? from
  if (isPast || Math.abs(to.getTime() - known.getTime()) < MIN_MOVE_MS) return
  const payload = { from: known.toISOString(), to: to.toISOString() }
  await announceToPlayers(trx, { kind: 'lock-moved', showId, payload })
}
