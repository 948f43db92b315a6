import { sendAnnouncement } from '@called-it/workers/jobs/notifications/send-announcement'
import type { RunBench } from './run-bench.ts'

/** Delivers the open jobs of announcements, each twice. */
export async function deliverAnnouncements({ db, pool, publisher }: RunBench): Promise<void> {
  const send = sendAnnouncement({ db, pool, publisher })
  const open = await db
    .selectFrom('outbox')
    .select(['id as outboxId', 'payload'])
    .where('job', '=', 'send-announcement')
    .where('done_at', 'is', null)
    .orderBy('id')
    .execute()
  for (const { outboxId, payload } of open) {
    const announcementId = Number(payload.announcementId)
    await send({ announcementId }, { outboxId, attempt: 1 })
    await send({ announcementId }, { outboxId, attempt: 2 })
  }
}
