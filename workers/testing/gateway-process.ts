import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { bareEnv } from '@called-it/infra/embedded/bare-env'
import type { ServerToClientEvents } from '@called-it/shared/contract/live'
import { io, type Socket } from 'socket.io-client'
import { onTestFinished } from 'vitest'

const LISTENING = /"port":(\d+),"msg":"listening"/

/** Starts a gateway as an operator does, as a process of its own that ends with the test. Answers with its address. */
export async function startGatewayProcess(urls: { databaseUrl: string; redisUrl: string }): Promise<string> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, '../../gateway/main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...bareEnv,
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      PORT: '0',
      DATABASE_URL: urls.databaseUrl,
      REDIS_URL: urls.redisUrl,
      SESSION_SECRET: 'only tests are signed with this secret',
    },
  })
  const exited = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await exited
  })
  for await (const line of createInterface({ input: child.stdout })) {
    const port = LISTENING.exec(line)?.[1]
    if (port === undefined) continue
    child.stdout.resume()
    return `http://127.0.0.1:${port}`
  }
  throw new Error('the gateway ended before it listened')
}

/** What a visitor's open page has been told: the newest version of every topic. */
export async function openPage(url: string): Promise<{ readonly heard: ReadonlyMap<string, number> }> {
  const heard = new Map<string, number>()
  const socket: Socket<ServerToClientEvents> = io(url, { transports: ['websocket'] })
  onTestFinished(() => void socket.disconnect())
  socket.on('leaderboard:changed', ({ topic, to }) => heard.set(topic, to))
  socket.on('show:scored', ({ topic, to }) => heard.set(topic, to))
  await new Promise<void>((connected) => socket.once('connect', () => connected()))
  return { heard }
}
