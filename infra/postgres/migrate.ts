import { Kysely, PostgresDialect, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import pg from 'pg'
import * as accounts from './migrations/0001-accounts.ts'
import * as catalogue from './migrations/0002-catalogue.ts'
import * as game from './migrations/0003-game.ts'
import * as work from './migrations/0004-work.ts'
import * as live from './migrations/0005-live.ts'
import * as vanishedShows from './migrations/0006-vanished-shows.ts'
import * as editedByHand from './migrations/0007-edited-by-hand.ts'
import * as requestIds from './migrations/0008-request-ids.ts'
import * as userSearch from './migrations/0009-user-search.ts'
import * as roomForMoves from './migrations/0010-room-for-moves.ts'
import * as boardTops from './migrations/0011-board-tops.ts'

/** uuidv7() and RETURNING OLD came with Postgres 18. */
const OLDEST_SERVER = 180_000

/** Every migration in its order. They only go forward. */
export const migrations: Record<string, Migration> = {
  '0001-accounts': accounts,
  '0002-catalogue': catalogue,
  '0003-game': game,
  '0004-work': work,
  '0005-live': live,
  '0006-vanished-shows': vanishedShows,
  '0007-edited-by-hand': editedByHand,
  '0008-request-ids': requestIds,
  '0009-user-search': userSearch,
  '0010-room-for-moves': roomForMoves,
  '0011-board-tops': boardTops,
}

/** The name of the newest migration that this program knows; readiness asks for it. */
export const LATEST_MIGRATION = Object.keys(migrations).at(-1) ?? ''

/**
 * Brings a database to the newest migration. Two at once are safe: one waits for the other.
 * Throws where the server is older than Postgres 18 or a migration fails (which then has changed nothing).
 */
export async function migrateToLatest(databaseUrl: string, log: (line: string) => void): Promise<void> {
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: databaseUrl, max: 2 }) }),
  })
  try {
    const server = await sql<{ number: number }>`
      SELECT current_setting('server_version_num')::integer AS number`.execute(db)
    if ((server.rows[0]?.number ?? 0) < OLDEST_SERVER) throw new Error('Postgres 18 or later is needed')
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
    const { error, results } = await migrator.migrateToLatest()
    for (const { migrationName, status } of results ?? []) log(`migration ${migrationName}: ${status}`)
    if (error) throw error
  } finally {
    await db.destroy()
  }
}
