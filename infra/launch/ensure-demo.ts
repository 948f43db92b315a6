import path from 'node:path'
import { OPEN_SHOWS } from '@called-it/infra/demo/band'
import type { Database } from '@called-it/infra/postgres/client'
import { listDemoShows } from '@called-it/infra/postgres/queries/catalogue/demo'
import { getDatabaseTime } from '@called-it/infra/postgres/queries/work/database'
import { findFact } from '@called-it/infra/postgres/queries/work/installation-facts'
import { utcDate } from '@called-it/shared/game/calendar'
import { repository } from './bootstrap.mjs'
import { runToEnd } from './process.ts'
import type { ProgramEnv } from './program-env.ts'
import { readDatabase } from './read-database.ts'

/** Loads the demo, or its shows that were announced since the last load. */
export async function ensureDemo(env: ProgramEnv, stopping: AbortSignal): Promise<void> {
  // Checked here, because the loader takes seconds to start.
  if (await readDatabase(env.DATABASE_URL, isComplete)) return
  console.log('Loading the demo …')
  const { code, output } = await runToEnd({
    file: process.execPath,
    args: [path.join(repository, 'workers/demo/load.ts')],
    cwd: repository,
    env,
    stopping,
    output: 'returned',
  })
  stopping.throwIfAborted()
  if (code !== 0) throw new Error(`The demo was not loaded:\n${output}`)
}

async function isComplete(db: Database): Promise<boolean> {
  if ((await findFact(db, 'demo-loaded')) === null) return false
  const today = utcDate(await getDatabaseTime(db))
  const open = (await listDemoShows(db)).filter(({ date }) => date > today)
  return open.length >= OPEN_SHOWS
}
