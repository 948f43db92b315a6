import { freePort } from '@called-it/launch/port'
import { type RunningProcess, readyByLine, startProcess } from '@called-it/launch/process'
import { provideRedis } from '@called-it/launch/redis'
import { makeTemporaryDataDir, removeTemporaryDataDir } from './temporary-data-dir.ts'

/** A Redis without persistence that a test may kill. Its port stays the same. */
export type KillableRedis = {
  readonly url: string
  kill(): Promise<void>
  restart(): Promise<void>
  remove(): Promise<void>
}

export async function startKillableRedis(): Promise<KillableRedis> {
  const dataDir = await makeTemporaryDataDir()
  const file = await provideRedis({ dataDir, log: () => undefined })
  const port = await freePort()
  let server: RunningProcess | null = null

  async function restart(): Promise<void> {
    server = await startProcess({
      file,
      args: ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', dataDir],
      ready: readyByLine(/Ready to accept connections/),
    })
  }

  async function kill(): Promise<void> {
    await server?.stop('SIGKILL')
    server = null
  }

  await restart()
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    restart,
    async remove() {
      await kill()
      await removeTemporaryDataDir(dataDir)
    },
  }
}
