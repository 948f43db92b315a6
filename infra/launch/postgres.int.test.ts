import { chmod, cp, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isLongRun } from '@called-it/tests/support/long-run'
import { makeTemporaryDataDir, removeTemporaryDataDir } from '@called-it/tests/support/temporary-data-dir'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import {
  type EmbeddedPostgresOptions,
  type EmbeddedServer,
  findRunningPostgres,
  sharedBuffersMb,
  startPostgres,
} from './postgres.ts'
import { readPostgresState } from './postgres-state.ts'

/** Initialised once, which takes long. */
let dataDir: string

beforeAll(async () => {
  dataDir = await makeTemporaryDataDir()
  await (await startPostgres({ dataDir, log: () => undefined, durable: false })).stop()
})

afterAll(() => removeTemporaryDataDir(dataDir))

async function temporaryDataDir(): Promise<string> {
  const dataDir = await makeTemporaryDataDir()
  onTestFinished(() => removeTemporaryDataDir(dataDir))
  return dataDir
}

/** Stopped before its folder is deleted: what is registered last runs first. */
async function started(
  dataDir: string,
  { log = () => undefined, durable = false }: Partial<Omit<EmbeddedPostgresOptions, 'dataDir'>> = {},
): Promise<EmbeddedServer> {
  const server = await startPostgres({ dataDir, log, durable })
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

async function folderOf(dir: string): Promise<string> {
  return (await readPostgresState(dir))?.folder ?? expect.fail('no state')
}

async function copyOf(dir: string): Promise<string> {
  const copy = await temporaryDataDir()
  await cp(dir, copy, { recursive: true })
  return copy
}

async function postmasterFile(): Promise<string> {
  return path.join(await folderOf(dataDir), 'data', 'postmaster.pid')
}

async function postmasterPid(): Promise<number> {
  return Number.parseInt(await readFile(await postmasterFile(), 'utf8'), 10)
}

test('keeps data and URL over a restart', async () => {
  const first = await started(dataDir)
  await ask(first.url, 'CREATE TABLE kept AS SELECT 7 AS number')
  await first.stop()
  expect(await findRunningPostgres(dataDir)).toBeUndefined()
  const second = await started(dataDir)
  expect(second.url).toBe(first.url)
  expect(await findRunningPostgres(dataDir)).toBe(first.url)
  expect(await ask(second.url, 'SELECT number FROM kept')).toEqual([{ number: 7 }])
})

test('requires its password, which only this user can read', async () => {
  const url = new URL((await started(dataDir)).url)
  url.password = 'guessed'
  await expect(ask(url.href, 'SELECT 1')).rejects.toThrow('password authentication failed')
  expect((await stat(path.join(dataDir, 'postgres.json'))).mode & 0o777).toBe(0o600)
})

test('restarts a crashed server with the committed data', async () => {
  const { promise: again, resolve } = Promise.withResolvers<void>()
  const log = (line: string) => line === 'postgres runs again' && resolve()
  const server = await started(dataDir, { log, durable: true })
  await ask(server.url, 'CREATE TABLE committed AS SELECT 7 AS number')
  process.kill(await postmasterPid(), 'SIGKILL')
  await again
  expect(await ask(server.url, 'SELECT number FROM committed')).toEqual([{ number: 7 }])
})

test('starts when the old process id belongs to another program', async () => {
  const first = await started(dataDir)
  const left = (await readFile(await postmasterFile(), 'utf8')).replace(/^\d+/, String(process.pid))
  await first.stop()
  await writeFile(await postmasterFile(), left)
  const second = await started(dataDir)
  expect(await ask(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('runs a copy of a stopped folder on its own database', async () => {
  const first = await started(dataDir)
  await first.stop()
  const copy = await copyOf(dataDir)
  const [original, second] = [await started(dataDir), await started(copy)]
  expect(original.url).toBe(first.url)
  await ask(second.url, 'CREATE TABLE of_the_copy ()')
  const found = `SELECT to_regclass('of_the_copy') AS found`
  expect(await ask(original.url, found)).toEqual([{ found: null }])
  await second.stop()
  expect(await ask((await started(copy)).url, found)).toEqual([{ found: 'of_the_copy' }])
})

test('refuses a copy of a folder that was in use', async () => {
  await started(dataDir)
  const copy = await copyOf(dataDir)
  await expect(started(copy)).rejects.toThrow('copied while its database was in use')
  expect(await findRunningPostgres(copy)).toBeUndefined()
})

test('names release 0.10.0 for a folder of before 0.3.0, and leaves it alone', async () => {
  const folder = await temporaryDataDir()
  const file = path.join(folder, 'postgres.json')
  const state = JSON.stringify({ port: 5432, password: 'of-the-superuser', folder: '/srv/postgres' })
  await writeFile(file, state)
  onTestFinished(() => rm(file))
  await expect(started(folder)).rejects.toThrow('start release 0.10.0 on it first')
  expect(await readFile(file, 'utf8')).toBe(state)
})

test.runIf(isLongRun && process.getuid?.() === 0)(
  'places the database outside a folder that only root may enter',
  async () => {
    const outer = await temporaryDataDir()
    const below = path.join(outer, 'closed', '.data')
    await mkdir(below, { recursive: true })
    await chmod(path.dirname(below), 0o700)
    onTestFinished(() => removeTemporaryDataDir(below))
    const first = await started(below)
    await ask(first.url, 'CREATE TABLE kept AS SELECT 7 AS number')
    const folder = await folderOf(below)
    expect(folder.startsWith(outer)).toBe(false)
    await first.stop()
    const second = await started(below)
    expect(await folderOf(below)).toBe(folder)
    expect(await ask(second.url, 'SELECT number FROM kept')).toEqual([{ number: 7 }])
    await expect(started(await copyOf(below))).rejects.toThrow('a copy without its database')
  },
)

test.each([
  [512, 128],
  [8_192, 1_024],
  [262_144, 4_096],
])('takes of %i MB of memory %i for its buffers', (memoryMb, buffersMb) => {
  expect(sharedBuffersMb(memoryMb * 2 ** 20)).toBe(buffersMb)
})
