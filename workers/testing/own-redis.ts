import { freePort } from '@called-it/infra/embedded/free-port'
import { type OwnedProcess, startOwnedProcess } from '@called-it/infra/embedded/owned-process'
import { provideRedis } from '@called-it/infra/embedded/redis'
import { makeTemporaryDataDir, removeTemporaryDataDir } from '@called-it/infra/embedded/temporary-data-dir'

/** A Redis for one test, which may be killed: it remembers nothing, and comes back on the same port. */
export type OwnRedis = {
  readonly url: string
  kill(): Promise<void>
  start(): Promise<void>
  close(): Promise<void>
}

export async function startOwnRedis(): Promise<OwnRedis> {
  const dataDir = await makeTemporaryDataDir()
  const file = await provideRedis({ dataDir, log: () => undefined })
  const port = await freePort()
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  let server: OwnedProcess | null = null

  const redis: OwnRedis = {
    url: `redis://127.0.0.1:${port}`,
    async kill() {
      await server?.stop('SIGKILL', 0)
      server = null
    },
    async start() {
      server = await startOwnedProcess(
        { file, args, cwd: dataDir, orphanSignal: 'TERM' },
        { line: /Ready to accept connections/, limitMs: 60_000 },
        () => undefined,
      )
    },
    async close() {
      await redis.kill()
      await removeTemporaryDataDir(dataDir)
    },
  }
  await redis.start()
  return redis
}
