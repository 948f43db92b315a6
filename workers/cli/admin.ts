import type { Database } from '@called-it/infra/postgres/client'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { findUserByEmail, type User, updateIsAdmin } from '@called-it/infra/postgres/queries/accounts/users'
import { email } from '@called-it/shared/contract/fields'
import { CliError } from './cli-error.ts'
import { withDatabase } from './database.ts'

export async function changeAdmin(address: string, isAdmin: boolean): Promise<void> {
  const { changed, userId } = await withDatabase((db) => changeRights(db, address, isAdmin))
  // Open pages must not receive events for admins any more.
  if (changed && !isAdmin) {
    const { publishToGateways } = await import('./live.ts')
    await publishToGateways((publisher) => publisher.publish('session:revoked', { userId, reason: 'rights' }))
  }
  const now = isAdmin ? 'an admin' : 'no admin'
  console.log(changed ? `${address} is ${now} now.` : `${address} was ${now} already; nothing is changed.`)
}

async function changeRights(db: Database, address: string, isAdmin: boolean) {
  return db.transaction().execute(async (trx) => {
    const user = await getUser(trx, address)
    const changed = await updateIsAdmin(trx, user.id, isAdmin)
    if (!changed) return { changed, userId: user.id }
    await insertAuditEntry(trx, {
      actorId: null,
      action: isAdmin ? 'admin:granted' : 'admin:revoked',
      subject: `user:${user.id}`,
      address: null,
      requestId: null,
      details: { by: 'command line' },
    })
    return { changed, userId: user.id }
  })
}

async function getUser(db: Database, address: string): Promise<User> {
  const parsed = email.safeParse(address)
  if (!parsed.success) throw new CliError(`${address} is not an e-mail address.`)
  const user = await findUserByEmail(db, parsed.data)
  if (!user) throw new CliError(`No account has the address ${address}. Register it on the site first.`)
  return user
}
