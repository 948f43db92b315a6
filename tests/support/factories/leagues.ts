import type { Database } from '@called-it/infra/postgres/client'
import type { LeagueMembersTable, LeaguesTable } from '@called-it/infra/postgres/schema/leagues'
import { type Insertable, type Selectable, sql } from 'kysely'
import { nextNumber } from './next-number.ts'

const CHARACTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Its first member is the owner; unless the test sets it, they joined a minute apart and in this order. */
export async function makeLeague(
  db: Database,
  members: readonly (number | Omit<Insertable<LeagueMembersTable>, 'league_id' | 'role'>)[],
  given: Partial<Insertable<LeaguesTable>> = {},
): Promise<Selectable<LeaguesTable>> {
  const number = nextNumber()
  const code = Array.from({ length: 6 }, (_, place) => CHARACTERS[(number >> (5 * place)) % 32]).join('')
  const league = await db
    .insertInto('leagues')
    .values({
      name: `League ${number}`,
      counts_from: 'all',
      drop_worst: 0,
      token: `invitation-${number}`,
      code,
      ...given,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (members.length > 0) {
    await db
      .insertInto('league_members')
      .values(
        members.map((member, index) => ({
          joined_at: sql<Date>`now() - make_interval(mins => ${members.length - index}::integer)`,
          ...(typeof member === 'number' ? { user_id: member } : member),
          league_id: league.id,
          role: index === 0 ? ('owner' as const) : ('member' as const),
        })),
      )
      .execute()
  }
  return league
}
