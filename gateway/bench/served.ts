import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { type Contender, contender } from '@called-it/infra/bench/frame'
import { cpuMicrosOf } from '@called-it/infra/bench/process-cost'
import { bareEnv } from '@called-it/infra/embedded/bare-env'
import { z } from 'zod'

const run = promisify(execFile)

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

const loadResult = z.object({ failed: z.int(), bytes: z.int() })

export type Asked = Contender<'perCpuSecond' | 'perSecond' | 'failed'>

/** Asks a server for one path, so many times a turn, from another process: answers per second, and per CPU second of the server. */
export function asking(name: string, { url, pid }: Served, given: { path: string; requests: number }): Asked {
  return contender(name, async () => {
    const cpuBefore = cpuMicrosOf(pid)
    const begunAt = performance.now()
    const { stdout } = await run(process.execPath, [
      LOAD,
      url + given.path,
      String(given.requests),
      String(CONNECTIONS),
    ])
    const seconds = (performance.now() - begunAt) / 1000
    const cpuSeconds = (cpuMicrosOf(pid) - cpuBefore) / 1_000_000
    const { failed } = loadResult.parse(JSON.parse(stdout))
    return { perCpuSecond: given.requests / cpuSeconds, perSecond: given.requests / seconds, failed }
  })
}
