import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { bareEnv } from './bare-env.ts'
import { type Exit, exitOf } from './owned-process.ts'

const REPOSITORY = path.join(import.meta.dirname, '../..')

/** What the sessions of gateways are signed with that tests start as processes. */
export const TEST_SESSION_SECRET = 'only tests are signed with this secret'

/** One of our programs as a process of its own. It ends with the tests' process, even if that is killed. */
export type TestProgram = {
  /** What it has logged so far, a line each. */
  readonly lines: readonly Record<string, unknown>[]
  /** How it ended, or will end. */
  readonly exited: Promise<Exit>
  isAlive(): boolean
  /** Sends SIGTERM, as a container engine does, and resolves when it has ended. */
  end(): Promise<Exit>
  /** Kills it outright and resolves when it is gone. */
  kill(): Promise<void>
  /** Stops it in the middle of whatever it does. */
  freeze(): void
  thaw(): void
}

/**
 * Starts a program as an operator does. Resolves when it says that it is ready.
 *
 * @param entry from the root of the repository, as `gateway/main.ts`
 * @param env its settings; without others it is silent, keeps no data and imports nothing by itself
 * @throws when it ends before it is ready
 */
export async function startProgram(
  entry: string,
  env: Readonly<Record<string, string>>,
): Promise<TestProgram> {
  const child = spawn(process.execPath, [path.join(REPOSITORY, entry)], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      ...bareEnv,
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      SESSION_SECRET: TEST_SESSION_SECRET,
      DATA_DIR: path.join(tmpdir(), 'called-it-unused'),
      IMPORT_EVERY: '0',
      LOG_LEVEL: 'silent',
      ...env,
    },
  })
  if (!child.stdout) throw new Error(`${entry} has no output`)
  const lines: Record<string, unknown>[] = []
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(JSON.parse(line)))
  const exited = exitOf(child)
  const failed = exited.then((exit) => Promise.reject(new Error(`${entry} ended: ${JSON.stringify(exit)}`)))
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
