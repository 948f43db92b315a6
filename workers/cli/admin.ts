import type { Database } from '@called-it/infra/postgres/client'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { GRACE_DAYS } from '@called-it/infra/postgres/queries/accounts/resting-rights'
import { restartGrace, updateSwitch } from '@called-it/infra/postgres/queries/accounts/users'
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
  const unchanged = isAdmin ? `rights that rest are back for ${GRACE_DAYS} days` : 'nothing is changed'
  console.log(changed ? `${address} is ${now} now.` : `${address} was ${now} already; ${unchanged}.`)
}

async function changeRights(db: Database, address: string, isAdmin: boolean) {
  return db.transaction().execute(async (trx) => {
    const user = await getAccount(trx, address)
    const changed = await updateSwitch(trx, user.id, 'is_admin', isAdmin)
    // Also the way back for an admin whose passkey is lost.
    if (isAdmin) await restartGrace(trx, user.id)
    if (!changed && !isAdmin) return { changed, userId: user.id }
    await insertAuditEntry(trx, commandEntry(isAdmin ? 'admin:granted' : 'admin:revoked', user.id))
    return { changed, userId: user.id }
  })
}
