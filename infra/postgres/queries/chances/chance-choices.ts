import type { ChanceMethod } from '@called-it/shared/game/chance/song-chance'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'

const ONLY = 1

export type ChanceChoice = { method: ChanceMethod; shows: number }

/** How chances are made; null before it was chosen. */
export async function findChanceChoice(db: Database): Promise<ChanceChoice | null> {
  const choice = await db
    .selectFrom('chance_choices')
    .select(['method', 'shows'])
    .where('id', '=', ONLY)
    .executeTakeFirst()
  return choice ?? null
}

export async function storeChanceChoice(
  trx: DatabaseTransaction,
  { method, shows, measured }: ChanceChoice & { measured: Readonly<Record<string, number>> },
): Promise<void> {
  const row = { method, shows, measured: JSON.stringify(measured), created_at: sql<Date>`now()` }
  await trx
    .insertInto('chance_choices')
    .values({ id: ONLY, ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
}
