import { freePort } from '@called-it/launch/free-port'
import { type OwnedProcess, startOwnedProcess } from '@called-it/launch/owned-process'
import { provideRedis } from '@called-it/launch/redis'
import { makeTemporaryDataDir, removeTemporaryDataDir } from './temporary-data-dir.ts'

/** A Redis of a test's own, which it may kill. It keeps nothing over its death, and always the same port. */
export type MortalRedis = {
  readonly url: string
  kill(): Promise<void>
  revive(): Promise<void>
  /** Ends it for good. */
  remove(): Promise<void>
}

export async function startMortalRedis(): Promise<MortalRedis> {
  const dataDir = await makeTemporaryDataDir()
  const file = await provideRedis({ dataDir, log: () => undefined })
  const port = await freePort()
  let server: OwnedProcess | null = null

  async function revive(): Promise<void> {
    const args = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', dataDir]
    server = await startOwnedProcess(
      { file, args, orphanSignal: 'TERM' },
      { line: /Ready to accept connections/, limitMs: 30_000 },
      () => undefined,
    )
  }

  async function kill(): Promise<void> {
    await server?.stop('SIGKILL', 10_000)
    server = null
  }

  await revive()
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    revive,
    async remove() {
      await kill()
      await removeTemporaryDataDir(dataDir)
    },
  }
}
