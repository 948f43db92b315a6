import { day } from '@called-it/shared/contract/fields'
import { z } from 'zod'
import type { Database } from '../../client.ts'

/** What an installation remembers about itself, and the shape of each fact. */
const facts = {
  /** The day on which the demo began, `YYYY-MM-DD`: its whole tour is dated by it. */
  'demo-anchor': day,
  /** The demo was loaded to its end. */
  'demo-loaded': z.literal(true),
} as const satisfies Record<string, z.ZodType>

export type FactName = keyof typeof facts
export type Fact<N extends FactName> = z.output<(typeof facts)[N]>

const schemas: { [N in FactName]: z.ZodType<Fact<N>> } = facts

/** A fact; null where it is not known yet. */
export async function findFact<N extends FactName>(db: Database, name: N): Promise<Fact<N> | null> {
  const fact = await db
    .selectFrom('installation_facts')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return fact ? schemas[name].parse(fact.value) : null
}

/** Keeps a fact for ever, unless it is known already. Answers with the one that is kept. */
export async function insertFact<N extends FactName>(
  db: Database,
  name: N,
  value: Fact<N>,
): Promise<Fact<N>> {
  await db
    .insertInto('installation_facts')
    .values({ name, value: JSON.stringify(schemas[name].parse(value)) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return (await findFact(db, name)) ?? value
}
