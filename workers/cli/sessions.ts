import type { Database } from '@called-it/infra/postgres/client'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { endSessions } from '@called-it/infra/postgres/queries/accounts/sessions'
import { holdUserForUpdate } from '@called-it/infra/postgres/queries/accounts/users'
import { commandEntry, getAccount } from './account.ts'
import { withCurrentDatabase } from './database.ts'
import { publishToGateways } from './live.ts'

export async function endSessionsOf(address: string): Promise<void> {
  const { userId, ended } = await withCurrentDatabase((db) => deleteAll(db, address))
  await publishToGateways((publisher) => publisher.publish('session:revoked', { userId, reason: 'ended' }))

  console.log(`Sessions of ${address} that were ended: ${ended}.`)
}

async function deleteAll(db: Database, address: string): Promise<{ userId: number; ended: number }> {
  return db.transaction().execute(async (trx) => {
    const { id: userId } = await getAccount(trx, address)
    await holdUserForUpdate(trx, userId)
    await insertAuditEntry(trx, commandEntry('sessions:ended', userId))
    return { userId, ended: await endSessions(trx, userId) }
  })
}
