import type { Database } from '@called-it/infra/postgres/client'

type Recipient = { userId: number } | { registrationId: number } | { linkId: number }

/** The jobs of the mails that are enqueued for a user, a registration or a login link, the oldest first. */
export async function listMails(db: Database, recipient: Recipient) {
  const rows = await db.selectFrom('outbox').select(['job', 'payload']).orderBy('id').execute()
  const isTo = ({ payload }: { payload: Record<string, unknown> }) =>
    Object.entries(recipient).every(([kind, id]) => payload[kind] === id)
  return rows.filter((row) => row.job.startsWith('mail-') && isTo(row)).map(({ job }) => job)
}
