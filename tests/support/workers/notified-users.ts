import { jobs } from '@called-it/shared/contract/jobs'
import type { AnnouncementKind } from '@called-it/shared/notifications/catalogue'
import { announceWeek } from '@called-it/workers/jobs/notifications/announce-week'
import { notifyUsers } from '@called-it/workers/jobs/notifications/notify-users'
import type { RunBench } from './run-bench.ts'

type Parts = Pick<RunBench, 'db' | 'publisher'>

/** Delivers the open jobs that notify single users, each twice. */
export async function deliverToUsers({ db, publisher }: Parts): Promise<void> {
  const open = await db
    .selectFrom('outbox')
    .select(['id as outboxId', 'job', 'payload'])
    .where('job', 'in', ['notify-users', 'announce-week'])
    .where('done_at', 'is', null)
    .orderBy('id')
    .execute()
  for (const { outboxId, job, payload } of open) {
    for (const attempt of [1, 2]) {
      const context = { outboxId, attempt }
      if (job === 'notify-users') {
        await notifyUsers({ db, publisher })(jobs[job].payload.parse(payload), context)
      } else {
        await announceWeek({ db, publisher })(jobs['announce-week'].payload.parse(payload), context)
      }
    }
  }
}

export async function listNotified({ db }: Pick<Parts, 'db'>, kind: AnnouncementKind) {
  const rows = await db
    .selectFrom('notifications')
    .innerJoin('announcements', 'announcements.id', 'notifications.announcement_id')
    .select(['user_id as userId', 'payload', 'detail'])
    .where('kind', '=', kind)
    .orderBy('notifications.id')
    .execute()
  return rows.map(({ userId, payload, detail }) => ({ userId, ...payload, ...detail }))
}
