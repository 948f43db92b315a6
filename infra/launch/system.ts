import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { announceReady } from '@called-it/infra/observability/lifecycle'
import { migrateToLatest } from '@called-it/infra/postgres/migrate'
import { repository } from './bootstrap.mjs'
import { lookAfterDemo } from './demo.ts'
import { explain } from './explain.ts'
import { greeting } from './greeting.ts'
import { type LaunchSettings, readLaunchSettings } from './launch-settings.ts'
import { usablePort } from './listen-address.ts'
import { type ProgramEnv, programEnv } from './program-env.ts'
import { startGateway, startVite, startWorkers } from './programs.ts'
import { startServices } from './services.ts'
import { keptSessionSecret } from './session-secret.ts'
import { runStep, succeed } from './step.ts'
import { listenForStop } from './stop-request.ts'
import { whenAborted } from './supervisor.ts'
import { checkWebBuild } from './web-build.ts'

/** Built pages from the gateway; or pages from Vite and programs that start again when their files change. */
export type Mode = 'start' | 'dev'

interface Part {
  stop(): Promise<void>
}

/** What is running, in the order in which it was started. */
type Running = Part[]

/** Runs the whole product on this machine until it is asked to stop; then ends it in order and exits. */
export async function runSystem(mode: Mode): Promise<never> {
  const stopping = listenForStop()
  const running: Running = []
  try {
    const asked = readLaunchSettings(process.env, repository)
    const port = await usablePort(asked.host, asked.port)
    const settings = readLaunchSettings({ ...process.env, PORT: String(port) }, repository)
    await bringUp(mode, settings, running, stopping)
    console.log(greeting(settings))
    announceReady()
    await whenAborted(stopping)
  } catch (error) {
    if (!stopping.aborted) {
      explain(error)
      process.exitCode = 1
    }
  }
  if (running.length > 0) console.log('Stopping …')
  for (const part of running.reverse()) await part.stop().catch(explain)
  process.exit()
}

async function bringUp(
  mode: Mode,
  settings: LaunchSettings,
  running: Running,
  stopping: AbortSignal,
): Promise<void> {
  await mkdir(settings.dataDir, { recursive: true, mode: 0o711 })
  const secret = settings.sessionSecret ?? (await keptSessionSecret(settings.dataDir))
  console.log('Starting Postgres and Redis …')
  const services = await startServices({ ...settings, log: console.log })
  running.push(services)
  await migrateToLatest(services.databaseUrl, console.log)
  const env = programEnv(settings, services, secret)
  await Promise.all([
    settings.demo && lookAfterDemo(env, stopping),
    mode === 'start' && buildPages(env, stopping),
  ])
  console.log('Starting the gateway and the workers …')
  const watch = mode === 'dev'
  const gateway = watch ? { ...env, PORT: String(await usablePort(settings.host, 0)) } : env
  const options = { watch, stopping, report: console.log }
  const programs = await Promise.allSettled([
    startWorkers({ ...options, env }),
    startGateway({ ...options, env: gateway, host: settings.host }),
  ])
  for (const program of programs) if (program.status === 'fulfilled') running.push(program.value)
  for (const program of programs) if (program.status === 'rejected') throw program.reason
  if (watch) running.push(await startVite({ ...options, env, gateway, host: settings.host }))
}

async function buildPages(env: ProgramEnv, stopping: AbortSignal): Promise<void> {
  const build = await checkWebBuild(repository)
  if (build.isCurrent) return
  console.log('Building the pages …')
  await succeed('The pages were not built', stopping, () =>
    runStep(process.execPath, [path.join(repository, 'node_modules/vite/bin/vite.js'), 'build'], {
      cwd: path.join(repository, 'web'),
      env,
      stopping,
      output: 'kept',
    }),
  )
  await build.markCurrent()
}
