import type { Transaction } from 'kysely'
import { listMigrationsForUpdate, replaceMigrations } from './queries/work/database.ts'

/** The first and the last of the migrations in whose place today's first ones create the schema of release 0.10.0. */
const [FIRST_SQUASHED, LAST_SQUASHED] = ['0001-accounts', '0023-reach']

/** This release cannot migrate the database. The message is for the operator. */
export class UnknownDatabaseError extends Error {
  override readonly name = 'UnknownDatabaseError'
}

/**
 * Replaces the migrations of release 0.10.0 by today's in the table of applied migrations. Changes nothing in a new
 * database or one of today.
 *
 * @throws UnknownDatabaseError for a database of a release before 0.10.0, or with unknown migrations
 */
export async function replaceSquashedMigrations(
  trx: Transaction<unknown>,
  names: readonly string[],
): Promise<void> {
  const applied = await listMigrationsForUpdate(trx)
  if (applied[0] !== FIRST_SQUASHED) return requireKnown(applied, names)
  const last = applied.indexOf(LAST_SQUASHED)
  if (last < 0) {
    throw new UnknownDatabaseError(
      'This database is of a release before 0.10.0. Back it up and upgrade it to release 0.10.0 first.',
    )
  }
  const replaced = [...names.slice(0, names.indexOf(LAST_SQUASHED) + 1), ...applied.slice(last + 1)]
  requireKnown(replaced, names)
  await replaceMigrations(trx, replaced)
}

function requireKnown(applied: readonly string[], names: readonly string[]): void {
  if (applied.every((name, index) => name === names[index])) return
  throw new UnknownDatabaseError(
    `This release cannot migrate a database at migration ${applied.at(-1)}, which it does not know.`,
  )
}
