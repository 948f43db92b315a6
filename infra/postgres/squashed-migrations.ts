import type { Transaction } from 'kysely'
import type { Migration } from 'kysely/migration'
import { lockMigrations, replaceMigrations } from './queries/work/migrations.ts'
import { describeSchema, inScratchSchema } from './queries/work/schema-description.ts'

/** The migrations of release 0.1.0. The first ones of today were made from them and create the same schema. */
const MIGRATIONS_OF_0_1_0: readonly string[] = [
  '0001-accounts',
  '0002-catalogue',
  '0003-game',
  '0004-work',
  '0005-live',
  '0006-vanished-shows',
  '0007-edited-by-hand',
  '0008-request-ids',
  '0009-user-search',
  '0010-room-for-moves',
  '0011-board-tops',
]

/** The newest of today's migrations whose schema is that of release 0.1.0. */
const LAST_OF_0_1_0 = '0011-board-tops'

/** This release cannot migrate the database. The message is for the operator. */
export class UnknownDatabaseError extends Error {
  override readonly name = 'UnknownDatabaseError'
}

/**
 * Replaces the migrations of release 0.1.0 by today's in the table of applied migrations, after comparing the
 * schemas. Changes nothing in a new database or one of today.
 *
 * @throws UnknownDatabaseError for a database with other migrations, or with another schema than release 0.1.0
 */
export async function replaceSquashedMigrations(
  trx: Transaction<unknown>,
  migrations: Readonly<Record<string, Migration>>,
): Promise<void> {
  const applied = await lockMigrations(trx)
  const names = Object.keys(migrations)
  const squashed = names.slice(0, names.indexOf(LAST_OF_0_1_0) + 1)
  const isOfToday = applied.length === 0 || (applied.length >= squashed.length && isStartOf(applied, names))
  if (isOfToday) return
  if (applied.length !== MIGRATIONS_OF_0_1_0.length || !isStartOf(applied, MIGRATIONS_OF_0_1_0)) {
    throw new UnknownDatabaseError(
      `This release cannot migrate a database at migration ${applied.at(-1)}; it migrates new databases and those of release 0.1.0 and later.`,
    )
  }
  const difference = await findSchemaDifference(
    trx,
    squashed.flatMap((name) => migrations[name] ?? []),
  )
  if (difference !== null) {
    throw new UnknownDatabaseError(
      `This database has the migrations of release 0.1.0 but another schema: ${difference}.`,
    )
  }
  await replaceMigrations(trx, squashed)
}

const isStartOf = (start: readonly string[], names: readonly string[]) =>
  start.every((name, index) => name === names[index])

/** Describes the first difference between the database and what migrations create; null if there is none. */
async function findSchemaDifference(
  trx: Transaction<unknown>,
  migrations: readonly Migration[],
): Promise<string | null> {
  const found = await describeSchema(trx)
  const expected = await inScratchSchema(trx, async () => {
    for (const migration of migrations) await migration.up(trx)
    return describeSchema(trx)
  })
  const [missing, added] = [expected, found].map((lines, index) => {
    const others = new Set(index === 0 ? found : expected)
    return lines.find((line) => !others.has(line))
  })
  if (missing !== undefined) return `it lacks "${missing}"`
  return added === undefined ? null : `it also has "${added}"`
}
