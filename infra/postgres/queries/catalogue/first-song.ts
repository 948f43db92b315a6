import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../client.ts'
import { insertAuditEntry } from '../accounts/audit-log.ts'
import { insertLockEvent } from '../outlets/public-events.ts'
import { LOCKS_AT, NOW, type Show } from './shows.ts'

/** Before the start. A setlist from before that is a mistake or a test. */
const FIRST_SONG_HOURS = 3

/** Whether a first song would close the picks at this time. */
export function mayBegin({ startsAt, locksAt }: Pick<Show, 'startsAt' | 'locksAt'>, now: Date): boolean {
  return (startsAt ?? locksAt).getTime() - FIRST_SONG_HOURS * 3_600_000 <= now.getTime()
}

/**
 * Closes the picks of a show whose band has begun before the lock. Call it with the locked show when a setlist with
 * songs is stored: running saves have finished.
 *
 * @param createdBy the admin who entered the setlist; null: it is the source's
 */
export async function closePicksAtFirstSong(
  trx: DatabaseTransaction,
  { showId, createdBy }: { showId: number; createdBy: number | null },
): Promise<void> {
  const { rows } = await sql<{ from: string; to: string }>`
    UPDATE shows SET locks_at = ${NOW},
      notice = jsonb_build_object('kind', 'first-song', 'at', ${NOW}, 'reason', NULL, 'from', ${LOCKS_AT})
    WHERE id = ${showId} AND NOT picks_closed AND cancelled_at IS NULL AND ${LOCKS_AT} > ${NOW}
      AND coalesce(starts_at, ${LOCKS_AT}) - make_interval(hours => ${FIRST_SONG_HOURS}) <= ${NOW}
    RETURNING notice ->> 'from' AS "from", notice ->> 'at' AS "to"`.execute(trx)
  const [closed] = rows
  if (closed === undefined) return
  await insertAuditEntry(trx, {
    actorId: createdBy,
    action: 'show:locked',
    subject: `show:${showId}`,
    address: null,
    requestId: null,
    details: { cause: 'first song', ...closed },
  })
  await insertLockEvent(trx, showId)
}
