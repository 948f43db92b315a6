import { spawn } from 'node:child_process'
import path from 'node:path'
import { migrateToLatest } from '@called-it/infra/postgres/migrate'
import { repository } from './bootstrap.mjs'
import { type LaunchSettings, readLaunchSettings } from './launch-settings.ts'
import { printError } from './print-error.ts'
import { exitOf } from './process.ts'
import { programEnv } from './program-env.ts'
import { findRunningServices, type Services, startServices } from './services.ts'

/**
 * Runs an operator's command against the running services of the data folder, or starts them for as long as it
 * takes. Exits with the command's exit code.
 */
export async function runCommand(args: readonly string[]): Promise<never> {
  try {
    const settings = readLaunchSettings(process.env, repository)
    const services = await findOrStartServices(settings)
    process.exitCode = await run(args, await programEnv(settings, services))
    await services.stop()
  } catch (error) {
    printError(error)
    process.exitCode = 1
  }
  process.exit()
}

async function findOrStartServices(settings: LaunchSettings): Promise<Services> {
  // The output belongs to the command.
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

/** In our own process group, so that the command can read from the terminal. Our signals are passed on to it. */
async function run(args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const command = spawn(process.execPath, [path.join(repository, 'workers/cli/main.ts'), ...args], {
    env,
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => command.kill(signal))
  }
  return (await exitOf(command)).code ?? 1
}
