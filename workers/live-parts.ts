import type { Env } from '@called-it/infra/config/effective-settings'
import type { LiveSettings } from '@called-it/infra/config/live-settings'
import { liveView } from '@called-it/infra/config/live-view'
import { loadBandProfile } from '@called-it/infra/config/load-band-profile'
import { openLiveMailer } from '@called-it/infra/mail/mailer'
import type { Database } from '@called-it/infra/postgres/client'
import { PRODUCT } from '@called-it/shared/contract/site'
import type { WorkersParts } from './app.ts'
import { readWorkersSettings } from './config.ts'
import { openSetlistSource } from './runs/setlist-source.ts'

type Current = Awaited<ReturnType<typeof readCurrent>>

/**
 * What may change while the workers run.
 *
 * @throws SettingsError
 */
export async function readCurrent(db: Database, env: Env) {
  const settings = readWorkersSettings(env)
  const { schedule, ...texts } = await loadBandProfile(settings.bandProfile)
  const source = openSetlistSource(db, settings.source)
  return { settings, source, schedule, letterhead: { product: PRODUCT, ...texts } }
}

/** The parts that are always the current ones. */
export function openLiveParts(live: LiveSettings<Current>) {
  const settings = liveView(() => live.current().settings)
  return {
    settings,
    onSettingsChange: live.onChange,
    readSource: () => live.current().source,
    schedule: liveView(() => live.current().schedule),
    letterhead: liveView(() => live.current().letterhead),
    mailer: openLiveMailer(() => settings.mail),
  } satisfies Partial<WorkersParts>
}
