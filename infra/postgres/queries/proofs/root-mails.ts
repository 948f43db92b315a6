import type { Database, DatabaseTransaction } from '../../client.ts'
import { insertJobs } from '../work/outbox.ts'

/** Mails the root of a lock to the admins, so that it is known outside the database. */
export async function insertRootMails(
  trx: DatabaseTransaction,
  lock: { showId: number; lockNo: number },
): Promise<void> {
  const admins = await trx
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', true)
    .where('suspended_at', 'is', null)
    .where('email', 'is not', null)
    .where('email_verified_at', 'is not', null)
    .orderBy('id')
    .execute()
  await insertJobs(
    trx,
    'mail-pick-root',
    admins.map(({ id: userId }) => ({ userId, ...lock })),
  )
}

export type MailedRoot = { showdate: string; venue: string; leaves: number; root: Buffer }

/** Null for a show that is gone, and without picks. */
export async function findMailedRoot(
  db: Database,
  { showId, lockNo }: { showId: number; lockNo: number },
): Promise<MailedRoot | null> {
  const lock = await db
    .selectFrom('pick_locks')
    .innerJoin('shows', 'shows.id', 'pick_locks.show_id')
    .select(['pick_locks.showdate', 'venue', 'leaves', 'root'])
    .where('show_id', '=', showId)
    .where('number', '=', lockNo)
    .where('root', 'is not', null)
    .$narrowType<{ root: Buffer }>()
    .executeTakeFirst()
  return lock ?? null
}
