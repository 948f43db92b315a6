import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { type Exit, exitOf } from '@called-it/launch/process'
import { bareEnv } from './bare-env.ts'
import { TEST_SETTINGS_KEY } from './settings-keys.ts'

export type ProgramName = 'gateway' | 'workers' | 'dying-worker'

/** Signs the sessions of gateways that tests start as processes. */
const SESSION_SECRET = 'only tests are signed with this secret'

/** One of our programs as a process of its own. It ends with the tests' process, even if that is killed. */
export type TestProgram = {
  readonly lines: readonly Record<string, unknown>[]
  readonly exited: Promise<Exit>
  isAlive(): boolean
  /** Sends SIGTERM, as a container engine does, and resolves when it has exited. */
  end(): Promise<Exit>
  /** Sends SIGKILL and resolves when it has exited. */
  kill(): Promise<void>
  freeze(): void
  thaw(): void
}

/** Starts a program as an operator does, and waits until it is ready; by default without logs, data and schedules. */
export async function startProgram(
  name: ProgramName,
  env: Readonly<Record<string, string>>,
): Promise<TestProgram> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'programs', `${name}.ts`)], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      ...bareEnv,
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      SESSION_SECRET,
      SETTINGS_KEY: TEST_SETTINGS_KEY,
      DATA_DIR: path.join(tmpdir(), 'called-it-unused'),
      IMPORT_EVERY: '0',
      AUTO_FINAL: 'off',
      BACKUP_EVERY: '0',
      LOG_LEVEL: 'silent',
      ...env,
    },
  })
  if (!child.stdout) throw new Error(`${name} has no output`)
  const lines: Record<string, unknown>[] = []
  // What is for people is no JSON.
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (line.startsWith('{')) lines.push(JSON.parse(line))
  })
  const exited = exitOf(child)
  const failed = exited.then((exit) => Promise.reject(new Error(`${name} ended: ${JSON.stringify(exit)}`)))
  failed.catch(() => undefined)
  await Promise.race([once(child, 'message'), failed])
  const endWith = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return exited
  }
  return {
    lines,
    exited,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    end: () => endWith('SIGTERM'),
    async kill() {
      await endWith('SIGKILL')
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
  }
}
