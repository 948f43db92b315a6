import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { type Contender, contender } from '@called-it/infra/bench/frame'
import { cpuMicrosOf } from '@called-it/infra/bench/process-cost'
import { bareEnv } from '@called-it/tests/support/bare-env'
import { z } from 'zod'

const LISTENING = /"port":(\d+),"msg":"listening"|"msg":"listening","port":(\d+)/
const LOAD = path.join(import.meta.dirname, 'load.ts')
const CONNECTIONS = 32

/** A server in a process of its own. */
export type Served = { readonly url: string; readonly pid: number; stop(): Promise<void> }

/** Starts a program that logs the port on which it listens, as the gateway does. */
export async function serve(
  program: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Served> {
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...bareEnv, ...env },
  })
  const exited = once(child, 'exit')
  for await (const line of createInterface({ input: child.stdout })) {
    const [, first, second] = LISTENING.exec(line) ?? []
    const port = first ?? second
    if (port === undefined || child.pid === undefined) continue
    child.stdout.resume()
    return {
      url: `http://127.0.0.1:${port}`,
      pid: child.pid,
      async stop() {
        child.kill('SIGTERM')
        await exited
      },
    }
  }
  throw new Error(`${program} ended before it listened`)
}

export type Asked = Contender<'requests' | 'cpuSeconds' | 'failed'> & { stop(): Promise<void> }

/** Asks a server for one path, so many times a turn, from another process, and notes what that cost the server. */
export function asking(name: string, { url, pid }: Served, given: { path: string; requests: number }): Asked {
  const load = fork(LOAD, [url + given.path, String(CONNECTIONS)])
  const exited = once(load, 'exit')
  const asked = contender(name, async () => {
    const cpuBefore = cpuMicrosOf(pid)
    const failed = await ask(load, given.requests)
    const cpuSeconds = (cpuMicrosOf(pid) - cpuBefore) / 1_000_000
    return { requests: given.requests, cpuSeconds, failed }
  })
  return {
    ...asked,
    async stop() {
      if (load.connected) load.disconnect()
      await exited
    },
  }
}

/**
 * How many failed.
 *
 * @throws where the load has ended, or ends before it answers
 */
function ask(load: ChildProcess, requests: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const onExit = () => reject(new Error('the load has ended'))
    if (!load.connected) return onExit()
    load.once('exit', onExit).once('message', (message) => {
      load.off('exit', onExit)
      resolve(z.int().parse(message))
    })
    load.send(requests)
  })
}
