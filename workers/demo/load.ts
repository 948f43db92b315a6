/**
 * Loads the demo where it is not loaded yet: `node workers/demo/load.ts`. The launcher runs it before each
 * start on which the demo is wanted.
 */
import { createLogger } from '@called-it/infra/observability/log'
import { openPostgres } from '@called-it/infra/postgres/client'
import { getDatabaseTime } from '@called-it/infra/postgres/queries/clock'
import { demoEnabled, parseSettings, SettingsError, settingFields } from '@called-it/infra/settings'
import { utcDate } from '@called-it/shared/game/calendar'
import { createInProcessRuns } from '../runs/in-process-runs.ts'
import { openSetlistSource } from '../runs/setlist-source.ts'
import { loadDemo } from './load-demo.ts'

const { DATABASE_URL, DEMO, HOST, NODE_ENV, SETLIST_SOURCE } = settingFields

/** The demo is not wanted here; the message says why. */
class DemoRefusedError extends Error {}

function readSettings() {
  const settings = parseSettings(
    {
      DATABASE_URL: DATABASE_URL.nonoptional('is missing'),
      DEMO,
      HOST,
      NODE_ENV,
      SETLIST_SOURCE,
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
    const log = createLogger('demo', 'silent')
    const runs = createInProcessRuns({ db, pool, source, worker: `demo:${process.pid}`, log })
    const today = utcDate(await getDatabaseTime(db))
    await loadDemo({ db, source, runs, today, say: (line) => process.stdout.write(`${line}\n`) })
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
