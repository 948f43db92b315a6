import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'

/** Without the look-alikes 0, O, 1 and I. */
const CODE_CHARACTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
const CODE_LENGTH = 6

export type Invitation = { token: string; code: string }

export function createInvitation(): Invitation {
  const code = Array.from(randomBytes(CODE_LENGTH), (byte) => CODE_CHARACTERS[byte % CODE_CHARACTERS.length])
  return { token: randomBytes(16).toString('base64url'), code: code.join('') }
}

export async function getInvitation(db: Database, leagueId: number): Promise<Invitation> {
  return db
    .selectFrom('leagues')
    .select(['token', 'code'])
    .where('id', '=', leagueId)
    .executeTakeFirstOrThrow()
}

/** @returns null where a code is taken, which happens to one of a million */
async function tryRenewInvitation(trx: DatabaseTransaction, leagueId: number): Promise<Invitation | null> {
  const { token, code } = createInvitation()
  const row = await trx
    .updateTable('leagues')
    .set({ token, code, invited_since: sql<Date>`clock_timestamp()` })
    .where('id', '=', leagueId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('leagues as other').select('other.id').where('other.code', '=', code))),
    )
    .returning(['token', 'code'])
    .executeTakeFirst()
  return row ?? null
}

export async function renewInvitation(trx: DatabaseTransaction, leagueId: number): Promise<Invitation> {
  for (;;) {
    const renewed = await tryRenewInvitation(trx, leagueId)
    if (renewed) return renewed
  }
}
