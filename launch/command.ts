import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { findRunningServices, type Services, startServices } from '@called-it/infra/embedded/services'
import { migrateToLatest } from '@called-it/infra/postgres/migrate'
import { repository } from './bootstrap.mjs'
import { explain } from './explain.ts'
import { type LaunchSettings, readLaunchSettings } from './launch-settings.ts'
import { programEnv } from './program-env.ts'
import { keptSessionSecret } from './session-secret.ts'

/**
 * Runs an operator's command beside a running system, or with services started for as long as it takes. Its
 * exit code is ours.
 */
export async function runCommand(args: readonly string[]): Promise<never> {
  try {
    const settings = readLaunchSettings(process.env, repository)
    const services = await servicesFor(settings)
    const secret = settings.sessionSecret ?? (await keptSessionSecret(settings.dataDir))
    process.exitCode = await run(args, programEnv(settings, services, secret))
    await services.stop()
  } catch (error) {
    explain(error)
    process.exitCode = 1
  }
  process.exit()
}

async function servicesFor(settings: LaunchSettings): Promise<Services> {
  // What is said about services is not the command's output.
  const log = console.error
  const found = await findRunningServices(settings.dataDir)
  const services = await startServices({
    dataDir: settings.dataDir,
    databaseUrl: settings.databaseUrl ?? found.databaseUrl,
    redisUrl: settings.redisUrl ?? found.redisUrl,
    log,
  })
  await migrateToLatest(services.databaseUrl, log)
  return services
}

/** Whatever asks us to end, ends the command first and then, when it is gone, the services. */
async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const command = spawn(process.execPath, [path.join(repository, 'workers/cli/main.ts'), ...args], {
    env,
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => command.kill(signal))
  }
  const [code]: (number | null)[] = await once(command, 'exit')
  return code ?? 1
}
