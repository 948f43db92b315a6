import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'

export type ProgramProcess = {
  signal(signal: NodeJS.Signals): void
  /** Kills it outright and resolves when it is gone. */
  kill(): Promise<void>
  isAlive(): boolean
  /** How it ended, or will end. */
  readonly exited: Promise<NodeJS.Signals | number | null>
}

/**
 * Starts the workers as an operator does, as a process of their own that ends with the test.
 *
 * @param entry another program of this folder instead of `main.ts`
 */
export async function startWorkerProcess(
  urls: { databaseUrl: string; redisUrl: string },
  entry = 'main.ts',
): Promise<ProgramProcess> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, '..', entry)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      ...process.env,
      DATABASE_URL: urls.databaseUrl,
      REDIS_URL: urls.redisUrl,
      DATA_DIR: path.join(tmpdir(), 'called-it-unused'),
      LOG_LEVEL: 'silent',
      IMPORT_EVERY: '0',
    },
  })
  const exited = once(child, 'exit').then(([code, signal]) => signal ?? code)
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
  })
  await Promise.race([once(child, 'message'), exited.then(failToStart)])
  return {
    exited,
    signal: (signal) => void child.kill(signal),
    isAlive: () => isAlive(child),
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

function isAlive({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null
}

function failToStart(how: unknown): never {
  throw new Error(`the workers ended before they were ready: ${how}`)
}
