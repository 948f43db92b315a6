import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { bareEnv } from '@called-it/infra/embedded/bare-env'

/** The workers as an operator starts them, with the lines that they log. */
export async function startWorkers(env: Record<string, string>) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, '../../workers/main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: { ...bareEnv, HOST: '127.0.0.1', NODE_ENV: 'test', ...env },
  })
  const exited = once(child, 'exit')
  const lines: Record<string, unknown>[] = []
  if (!child.stdout) throw new Error('the workers have no output')
  createInterface({ input: child.stdout }).on('line', (line) => lines.push(JSON.parse(line)))
  await Promise.race([
    once(child, 'message'),
    exited.then(() => Promise.reject(new Error('the workers ended before they were ready'))),
  ])
  return {
    lines,
    /** Lets them end in order. */
    async stop() {
      child.kill('SIGTERM')
      await exited
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}
