import { readEffectiveEnv } from '@called-it/infra/config/effective-settings'
import { loadBandProfile } from '@called-it/infra/config/load-band-profile'
import { SettingsError } from '@called-it/infra/config/settings'
import { DEMO_ACCOUNTS } from '@called-it/infra/demo/fans'
import { announceReady } from '@called-it/infra/observability/lifecycle'
import { migrateToLatest } from '@called-it/infra/postgres/migrate'
import { hasAdmin } from '@called-it/infra/postgres/queries/accounts/setup-code'
import { OTHER_PAGES } from '@called-it/shared/contract/page-paths'
import { MAILBOX_PATH } from '@called-it/shared/contract/served-page'
import { repository } from './bootstrap.mjs'
import { buildWeb } from './build-web.ts'
import { ensureDemo } from './ensure-demo.ts'
import { type LaunchSettings, readLaunchSettings } from './launch-settings.ts'
import { usablePort } from './port.ts'
import { printError } from './print-error.ts'
import { whenAborted } from './process.ts'
import { closeNewFiles, type ProgramEnv, programEnv } from './program-env.ts'
import { startGateway, startVite, startWorkers } from './programs.ts'
import { readDatabase } from './read-database.ts'
import { type ServiceUrls, startServices } from './services.ts'
import { listenForStop } from './stop-request.ts'

/**
 * `start` builds the pages and serves them from the gateway; `dev` serves them from Vite and restarts programs on
 * changes; `image` serves those that came with the image.
 */
export type Mode = 'start' | 'dev' | 'image'

/** In the order of their start. */
type Running = { stop(): Promise<void> }[]

/** Runs the whole product on this machine until a stop is requested, then stops it in reverse order and exits. */
export async function runSystem(mode: Mode): Promise<never> {
  closeNewFiles()
  const stopping = listenForStop()
  const running: Running = []
  try {
    const given = readLaunchSettings(process.env, repository)
    // The programs would refuse it only after the services and the build.
    await loadBandProfile(given.bandProfile, repository)
    const port = await usablePort(given.host, given.port)
    const { settings, env } = await startAll(mode, { ...given, port }, running, stopping)
    const needsAdmin = !(await readDatabase(env.DATABASE_URL, hasAdmin))
    console.log(greeting(settings, { needsAdmin }))
    announceReady()
    await whenAborted(stopping)
  } catch (error) {
    if (!stopping.aborted) {
      printError(error)
      process.exitCode = 1
    }
  }
  if (running.length > 0) console.log('Stopping …')
  for (const part of running.reverse()) await part.stop().catch(printError)
  process.exit()
}

async function startAll(
  mode: Mode,
  given: LaunchSettings,
  running: Running,
  stopping: AbortSignal,
): Promise<{ settings: LaunchSettings; env: ProgramEnv }> {
  console.log('Starting Postgres and Redis …')
  const services = await startServices({ ...given, log: console.log })
  running.push(services)
  await migrateToLatest(services.databaseUrl, console.log)
  const settings = await withStoredSettings(given, services)
  const env = await programEnv(settings, services)
  await Promise.all([
    settings.demo && ensureDemo(env, stopping),
    mode === 'start' && buildWeb(repository, env, stopping),
  ])
  console.log('Starting the gateway and the workers …')
  const { host } = settings
  const watch = mode === 'dev'
  const gatewayPort = watch ? String(await usablePort(host, 0)) : env.PORT
  const options = { watch, stopping, host, log: console.log }
  const programs = await Promise.allSettled([
    startWorkers({ ...options, env }),
    startGateway({
      ...options,
      // Behind Vite its own port is not that of the site.
      env: { ...env, PORT: gatewayPort, ...(watch && { PUBLIC_URL: settings.publicUrl }) },
    }),
  ])
  for (const program of programs) if (program.status === 'fulfilled') running.push(program.value)
  for (const program of programs) if (program.status === 'rejected') throw program.reason
  if (watch) running.push(await startVite({ ...options, env, gatewayPort }))
  return { settings, env }
}

/** What an admin has stored decides too: on the address, and whether the demo is loaded. */
async function withStoredSettings(given: LaunchSettings, services: ServiceUrls): Promise<LaunchSettings> {
  const keys = await programEnv(given, services)
  const env = await readDatabase(services.databaseUrl, (db) => readEffectiveEnv(db, process.env, keys))
  try {
    return readLaunchSettings({ ...env, PORT: String(given.port) }, repository)
  } catch (error) {
    // The programs leave them out, so that an admin can correct them. The demo must not fill another band's database.
    if (!(error instanceof SettingsError) || given.demo) throw error
    console.error(`Stored settings are left out:\n${error.message}`)
    return given
  }
}

export function greeting(
  { demo, publicUrl, showsMails }: LaunchSettings,
  { needsAdmin }: { needsAdmin: boolean },
): string {
  const accounts = DEMO_ACCOUNTS.map(({ email, password }) => `    ${email.padEnd(24)}${password}`)
  const lines = [
    `  Called It is on:  ${publicUrl}`,
    ...(showsMails ? [`  Its mails are on: ${publicUrl}${MAILBOX_PATH}`] : []),
    '',
    ...(demo ? ['  Log in to the demo:', ...accounts, ''] : []),
    ...(needsAdmin
      ? [
          `  Set it up on:     ${publicUrl}${OTHER_PAGES.setup}`,
          '  with the code that the gateway prints.',
          '',
        ]
      : []),
    '  Ctrl-C stops everything.',
  ]
  return `\n${lines.join('\n')}\n`
}
