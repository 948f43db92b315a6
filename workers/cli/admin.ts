import type { Database } from '@called-it/infra/postgres/client'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { forgetFirstLogin, updateSwitch } from '@called-it/infra/postgres/queries/accounts/users'
import { commandEntry, getAccount } from './account.ts'
import { withCurrentDatabase } from './database.ts'

export async function changeAdmin(address: string, isAdmin: boolean): Promise<void> {
  const { changed, userId } = await withCurrentDatabase((db) => changeRights(db, address, isAdmin))
  // Open pages must not receive events for admins any more.
  if (changed && !isAdmin) {
    const { publishToGateways } = await import('./live.ts')
    await publishToGateways((publisher) => publisher.publish('session:revoked', { userId, reason: 'rights' }))
  }
  const now = isAdmin ? 'an admin' : 'no admin'
  const unchanged = isAdmin ? 'rights that rest are back until after the next login' : 'nothing is changed'
  console.log(changed ? `${address} is ${now} now.` : `${address} was ${now} already; ${unchanged}.`)
}

async function changeRights(db: Database, address: string, isAdmin: boolean) {
  return db.transaction().execute(async (trx) => {
    const user = await getAccount(trx, address)
    const changed = await updateSwitch(trx, user.id, 'is_admin', isAdmin)
    // Rights that rest, because the passkey is lost, are back until some days after the next login.
    if (isAdmin) await forgetFirstLogin(trx, user.id)
    if (!changed) return { changed, userId: user.id }
    await insertAuditEntry(trx, commandEntry(isAdmin ? 'admin:granted' : 'admin:revoked', user.id))
    return { changed, userId: user.id }
  })
}
