import type { Correction } from '@called-it/shared/contract/corrections'
import { announcementKinds } from '@called-it/shared/notifications/catalogue'
import type { Database } from '../../client.ts'

/** The corrections of a show that fans were told, newest first. */
export async function listSentCorrections(db: Database, showId: number): Promise<Correction[]> {
  const rows = await db
    .selectFrom('announcements')
    .select(['payload', 'created_at'])
    .where('show_id', '=', showId)
    .where('kind', '=', 'score-corrected')
    .where('sent_at', 'is not', null)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ payload, created_at }) => ({
    at: created_at.toISOString(),
    ...announcementKinds['score-corrected'].payload.parse(payload),
  }))
}
