import path from 'node:path'
import { openPostgres } from '@called-it/infra/postgres/client'
import { getDatabaseTime } from '@called-it/infra/postgres/queries/clock'
import { listDemoShows } from '@called-it/infra/postgres/queries/demo'
import { findFact } from '@called-it/infra/postgres/queries/installation-facts'
import { OPEN_SHOWS } from '@called-it/infra/setlist-sources/demo/band'
import { utcDate } from '@called-it/shared/game/calendar'
import { repository } from './bootstrap.mjs'
import type { ProgramEnv } from './program-env.ts'
import { runStep, succeed } from './step.ts'

/** Loads the demo where it is not loaded yet, or the shows that were announced since. */
export async function lookAfterDemo(env: ProgramEnv, stopping: AbortSignal): Promise<void> {
  // Asked here, since the program that loads it takes seconds to start.
  if (await isComplete(env.DATABASE_URL)) return
  console.log('Looking after the demo …')
  await succeed('The demo was not loaded', stopping, () =>
    runStep(process.execPath, [path.join(repository, 'workers/demo/load.ts')], {
      cwd: repository,
      env,
      stopping,
      output: 'kept',
    }),
  )
}

/** Whether the demo was loaded to its end, and has its open shows of today. */
async function isComplete(databaseUrl: string): Promise<boolean> {
  const { db, close } = openPostgres({
    url: databaseUrl,
    program: 'launcher',
    onConnectionError: () => undefined,
  })
  try {
    if ((await findFact(db, 'demo-loaded')) === null) return false
    const today = utcDate(await getDatabaseTime(db))
    const open = (await listDemoShows(db)).filter(({ date }) => date >= today)
    return open.length >= OPEN_SHOWS
  } finally {
    await close()
  }
}
