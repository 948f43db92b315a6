import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../client.ts'
import { voidTokens } from './auth-tokens.ts'
import { endSessions } from './sessions.ts'
import { updatePasswordHash } from './users.ts'

/** Tables of what lets somebody into an account beside sessions, keys and the password. */
const WAYS_IN = ['passkeys', 'recovery_codes', 'external_accounts', 'address_changes']

/**
 * Deletes all that gave access to an account before its address was proven: password, passkeys, keys, devices, sessions
 * and open links. Call it with the user's row locked.
 */
export async function deleteEarlierAccess(trx: DatabaseTransaction, userId: number): Promise<void> {
  await updatePasswordHash(trx, userId, null)
  for (const table of WAYS_IN)
    await sql`DELETE FROM ${sql.table(table)} WHERE user_id = ${userId}`.execute(trx)
  await voidTokens(trx, userId, 'verify-email')
  await voidTokens(trx, userId, 'reset-password')
  await endSessions(trx, userId)
}
