import type { Database } from '@called-it/infra/postgres/client'
import { type AuditEntry, userSubject } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { findUserByEmail, type User } from '@called-it/infra/postgres/queries/accounts/users'
import { email } from '@called-it/shared/contract/entered-fields'
import { CliError } from './cli-error.ts'

export async function getAccount(db: Database, address: string): Promise<User> {
  const parsed = email.safeParse(address)
  if (!parsed.success) throw new CliError(`${address} is not an e-mail address.`)
  const user = await findUserByEmail(db, parsed.data)
  if (!user) {
    throw new CliError(
      `No account has the address ${address}. Registering it on the site makes one, once its mailed link is followed.`,
    )
  }
  return user
}

export function commandEntry(action: string, userId: number): AuditEntry {
  return {
    actorId: null,
    action,
    subject: userSubject(userId),
    address: null,
    requestId: null,
    details: { by: 'command line' },
  }
}
