import { freePort } from '@called-it/infra/embedded/free-port'
import { startProgram } from '@called-it/infra/embedded/test-program'
import { testRedis } from '@called-it/infra/embedded/test-redis'
import { onTestFinished } from 'vitest'

/** Starts a gateway for as long as the test and returns its address. */
export async function startGatewayProgram(databaseUrl: string): Promise<string> {
  const port = String(await freePort())
  const env = { DATABASE_URL: databaseUrl, REDIS_URL: testRedis().url, PORT: port }
  const gateway = await startProgram('gateway/main.ts', env)
  onTestFinished(() => gateway.kill())
  return `http://127.0.0.1:${port}`
}
