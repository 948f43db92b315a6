import { freePort } from '@called-it/launch/port'
import { onTestFinished } from 'vitest'
import { startProgram } from '../start-program.ts'
import { testRedis } from '../test-redis.ts'

/** Starts a gateway for as long as the test and returns its address. */
export async function startGatewayProgram(databaseUrl: string): Promise<string> {
  const port = String(await freePort())
  const env = { DATABASE_URL: databaseUrl, REDIS_URL: testRedis().url, PORT: port }
  const gateway = await startProgram('gateway', env)
  onTestFinished(() => gateway.kill())
  return `http://127.0.0.1:${port}`
}
