import { chmod, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { type EmbeddedServer, findRunningPostgres, startPostgres } from './postgres.ts'
import { makeTemporaryDataDir, removeTemporaryDataDir } from './temporary-data-dir.ts'

async function temporaryDataDir(): Promise<string> {
  const dataDir = await makeTemporaryDataDir()
  onTestFinished(() => removeTemporaryDataDir(dataDir))
  return dataDir
}

/** Stopped before its folder is deleted: what is registered last runs first. */
async function started(
  dataDir: string,
  log: (line: string) => void = () => undefined,
): Promise<EmbeddedServer> {
  const server = await startPostgres({ dataDir, log, durable: false })
  onTestFinished(() => server.stop())
  return server
}

async function ask(url: string, query: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(query)).rows
  } finally {
    await client.end()
  }
}

async function folderOf(dataDir: string): Promise<string> {
  const { folder }: { folder: string } = JSON.parse(
    await readFile(path.join(dataDir, 'postgres.json'), 'utf8'),
  )
  return folder
}

async function postmasterFile(dataDir: string): Promise<string> {
  return path.join(await folderOf(dataDir), 'data', 'postmaster.pid')
}

async function postmasterPid(dataDir: string): Promise<number> {
  return Number.parseInt(await readFile(await postmasterFile(dataDir), 'utf8'), 10)
}

test('what was written is there after a restart, under the same URL', async () => {
  const dataDir = await temporaryDataDir()
  const first = await started(dataDir)
  await ask(first.url, 'CREATE TABLE kept AS SELECT 7 AS number')
  await first.stop()
  expect(await findRunningPostgres(dataDir)).toBeUndefined()
  const second = await started(dataDir)
  expect(second.url).toBe(first.url)
  expect(await findRunningPostgres(dataDir)).toBe(first.url)
  expect(await ask(second.url, 'SELECT number FROM kept')).toEqual([{ number: 7 }])
})

test('it demands its password, and only this user can read where that is kept', async () => {
  const dataDir = await temporaryDataDir()
  const url = new URL((await started(dataDir)).url)
  url.password = 'guessed'
  await expect(ask(url.href, 'SELECT 1')).rejects.toThrow('password authentication failed')
  expect((await stat(path.join(dataDir, 'postgres.json'))).mode & 0o777).toBe(0o600)
})

test('a server that crashes is started again, with what was committed', async () => {
  const dataDir = await temporaryDataDir()
  const { promise: again, resolve } = Promise.withResolvers<void>()
  const server = await started(dataDir, (line) => line === 'postgres runs again' && resolve())
  await ask(server.url, 'CREATE TABLE kept AS SELECT 7 AS number')
  process.kill(await postmasterPid(dataDir), 'SIGKILL')
  await again
  expect(await ask(server.url, 'SELECT number FROM kept')).toEqual([{ number: 7 }])
})

test('a file left by a server whose number is now another program’s does not keep it from starting', async () => {
  const dataDir = await temporaryDataDir()
  const first = await started(dataDir)
  const left = (await readFile(await postmasterFile(dataDir), 'utf8')).replace(/^\d+/, String(process.pid))
  await first.stop()
  await writeFile(await postmasterFile(dataDir), left)
  const second = await started(dataDir)
  expect(await ask(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('two data folders run side by side', async () => {
  const [one, other] = await Promise.all([temporaryDataDir(), temporaryDataDir()])
  const [first, second] = await Promise.all([started(one), started(other)])
  expect(first.url).not.toBe(second.url)
  await ask(first.url, 'CREATE TABLE only_here ()')
  expect(await ask(second.url, "SELECT to_regclass('only_here') AS here")).toEqual([{ here: null }])
})

test.skipIf(process.getuid?.() !== 0)(
  'below a folder that only root may enter, the database is placed where its user can reach it',
  async () => {
    const outer = await temporaryDataDir()
    const dataDir = path.join(outer, 'closed', '.data')
    await mkdir(dataDir, { recursive: true })
    await chmod(path.dirname(dataDir), 0o700)
    onTestFinished(() => removeTemporaryDataDir(dataDir))
    const first = await started(dataDir)
    await ask(first.url, 'CREATE TABLE kept AS SELECT 7 AS number')
    const folder = await folderOf(dataDir)
    expect(folder.startsWith(outer)).toBe(false)
    await first.stop()
    const second = await started(dataDir)
    expect(await folderOf(dataDir)).toBe(folder)
    expect(await ask(second.url, 'SELECT number FROM kept')).toEqual([{ number: 7 }])
  },
)
