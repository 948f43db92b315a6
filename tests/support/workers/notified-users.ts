import { type JobPayload, jobs } from '@called-it/shared/contract/jobs'
import type { AnnouncementKind } from '@called-it/shared/notifications/catalogue'
import { announceWeek } from '@called-it/workers/jobs/announce-week'
import { notifyUsers } from '@called-it/workers/jobs/notify-users'
import type { RunBench } from './run-bench.ts'

type Parts = Pick<RunBench, 'db' | 'publisher'>

/** Delivers the open jobs that notify single users, each twice. */
export async function deliverToUsers({ db, publisher }: Parts): Promise<void> {
  await deliverTwice(db, 'notify-users', notifyUsers({ db, publisher }))
  await deliverTwice(db, 'announce-week', announceWeek({ db, publisher }))
}

async function deliverTwice<N extends 'notify-users' | 'announce-week'>(
  db: Parts['db'],
  job: N,
  handle: (payload: JobPayload<N>, context: { outboxId: string; attempt: number }) => Promise<unknown>,
): Promise<void> {
  const open = await db
    .selectFrom('outbox')
    .select(['id as outboxId', 'payload'])
    .where('job', '=', job)
    .where('done_at', 'is', null)
    .orderBy('id')
    .execute()
  for (const { outboxId, payload } of open) {
    const schema: { parse(given: unknown): JobPayload<N> } = jobs[job].payload
    for (const attempt of [1, 2]) await handle(schema.parse(payload), { outboxId, attempt })
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
