import type { Database } from '@called-it/infra/postgres/client'
import { nextNumber } from './next-number.ts'

/** A league over all shows, whose members allow that others see them. Returns its id. */
export async function makeLeagueOf(db: Database, userIds: readonly number[]): Promise<number> {
  const number = nextNumber()
  const { id } = await db
    .insertInto('leagues')
    .values({
      name: `League ${number}`,
      tour_id: null,
      counts_from: 'all',
      drop_worst: 0,
      token: `token-${number}`,
      code: codeOf(number),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const members = userIds.map((user_id, index) => ({
    league_id: id,
    user_id,
    role: index === 0 ? ('owner' as const) : ('member' as const),
    shows_presence: true,
  }))
  await db.insertInto('league_members').values(members).execute()
  return id
}

const DIGITS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

function codeOf(number: number): string {
  return number
    .toString(32)
    .padStart(6, '0')
    .replace(/./g, (digit) => DIGITS.charAt(Number.parseInt(digit, 32)))
}
