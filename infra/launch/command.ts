import { spawn } from 'node:child_process'
import path from 'node:path'
import { repository } from './bootstrap.mjs'
import { type LaunchSettings, readLaunchSettings } from './launch-settings.ts'
import type { EmbeddedServer } from './postgres.ts'
import { printError } from './print-error.ts'
import { exitOf } from './process.ts'
import { closeNewFiles, type ProgramUrls, programEnv } from './program-env.ts'
import { findRunningServices, startDatabase } from './services.ts'

/**
 * Runs an operator's command against the running services of the data folder, or starts its Postgres for as long as it
 * takes; some commands need none. Exits with the command's exit code.
 */
export async function runCommand(args: readonly string[]): Promise<never> {
  closeNewFiles()
  try {
    process.exitCode = needsNoDatabase(args) ? await run(args, process.env) : await runOnDatabase(args)
  } catch (error) {
    printError(error)
    process.exitCode = 1
  }
  process.exit()
}

function needsNoDatabase(args: readonly string[]): boolean {
  const [command = 'help'] = args
  return ['help', 'verify-proof'].includes(command) || args.includes('--help') || args.includes('-h')
}

async function runOnDatabase(args: readonly string[]): Promise<number> {
  const settings = readLaunchSettings(process.env, repository)
  const services = await findOrStartDatabase(settings)
  const code = await run(args, await programEnv(settings, services))
  await services.stop()
  return code
}

async function findOrStartDatabase(
  settings: LaunchSettings,
): Promise<ProgramUrls & Pick<EmbeddedServer, 'stop'>> {
  const { dataDir } = settings
  // The output belongs to the command.
  const log = console.error
  const found = await findRunningServices(dataDir)
  const known = settings.databaseUrl ?? found.databaseUrl
  const { url: databaseUrl, stop } =
    known === undefined
      ? await startDatabase({ dataDir, log })
      : { url: known, stop: () => Promise.resolve() }
  const redisUrl = settings.redisUrl ?? found.redisUrl
  return { databaseUrl, ...(redisUrl !== undefined && { redisUrl }), stop }
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
