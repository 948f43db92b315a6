/** `node workers/demo/load.ts` loads or updates the demo. The launcher runs it before each start with the demo. */
import { demoEnabled } from '@called-it/infra/config/derived-settings'
import { parseSettings, pickSettings, requireSettings, SettingsError } from '@called-it/infra/config/settings'
import { openPostgres } from '@called-it/infra/postgres/client'
import { getDatabaseTime } from '@called-it/infra/postgres/queries/work/database'
import { utcDate } from '@called-it/shared/game/calendar'
import { createInProcessRunner } from '../runs/in-process-runner.ts'
import { openSetlistSource } from '../runs/setlist-source.ts'
import { loadDemo } from './load-demo.ts'

class DemoRefusedError extends Error {}

function readSettings() {
  const settings = parseSettings(
    {
      ...pickSettings('HOST', 'PUBLIC_URL', 'TRUST_PROXY', 'NODE_ENV'),
      ...pickSettings('DEMO', 'DEMO_ON_PUBLIC_URL', 'SETLIST_SOURCE'),
      ...requireSettings('DATABASE_URL'),
    },
    process.env,
  )
  // The passwords of the demo's accounts are public, the admin's too.
  if (!demoEnabled(settings)) {
    throw new DemoRefusedError('The demo is not loaded in production, nor where other machines can log in.')
  }
  if (settings.SETLIST_SOURCE.name !== 'demo') {
    throw new DemoRefusedError('The demo needs SETLIST_SOURCE=demo. DEMO=off starts without it.')
  }
  return { databaseUrl: settings.DATABASE_URL, source: settings.SETLIST_SOURCE }
}

async function load(): Promise<void> {
  const settings = readSettings()
  const { db, pool, close } = openPostgres({
    url: settings.databaseUrl,
    program: 'demo',
    onConnectionError: () => undefined,
  })
  try {
    const source = openSetlistSource(db, settings.source)
    const runner = createInProcessRunner({ db, pool, source, worker: `demo:${process.pid}` })
    const today = utcDate(await getDatabaseTime(db))
    await loadDemo({ db, source, runner, today, print: (line) => process.stdout.write(`${line}\n`) })
  } finally {
    await close()
  }
}

try {
  await load()
} catch (error) {
  if (!(error instanceof SettingsError || error instanceof DemoRefusedError)) throw error
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
}
