import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { bareEnv } from '../../embedded/bare-env.ts'
import { type Exit, exitOf } from '../../embedded/owned-process.ts'

const REPOSITORY = path.join(import.meta.dirname, '../../..')

export type Program = {
  /** Sends SIGTERM, as a container engine does, and resolves when it has ended. */
  end(): Promise<Exit>
  kill(): Promise<void>
}

/** Starts the gateway or the workers as their container does. Resolves when the program is ready. */
export async function startProgram(
  name: 'gateway' | 'workers',
  env: Readonly<Record<string, string>>,
): Promise<Program> {
  const child = spawn(process.execPath, [path.join(REPOSITORY, name, 'main.ts')], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...bareEnv, NODE_ENV: 'production', LOG_LEVEL: 'silent', ...env },
  })
  const exited = exitOf(child)
  const failed = exited.then((exit) =>
    Promise.reject(new Error(`the ${name} ended: ${JSON.stringify(exit)}`)),
  )
  failed.catch(() => undefined)
  await Promise.race([once(child, 'message'), failed])
  const endWith = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return exited
  }
  return {
    end: () => endWith('SIGTERM'),
    async kill() {
      await endWith('SIGKILL')
    },
  }
}
