import { freePort } from '@called-it/launch/port'
import { startProgram } from '@called-it/tests/support/start-program'
import { testRedis } from '@called-it/tests/support/test-redis'
import { onTestFinished } from 'vitest'

/** Starts a gateway for as long as the test and returns its address. */
export async function startGatewayProgram(databaseUrl: string): Promise<string> {
  const port = String(await freePort())
  const env = { DATABASE_URL: databaseUrl, REDIS_URL: testRedis().url, PORT: port }
  const gateway = await startProgram('gateway', env)
  onTestFinished(() => gateway.kill())
  return `http://127.0.0.1:${port}`
}
