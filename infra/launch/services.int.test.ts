import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isLongRun } from '@called-it/tests/support/long-run'
import { makeTemporaryDataDir, removeTemporaryDataDir } from '@called-it/tests/support/temporary-data-dir'
import { Redis } from 'ioredis'
import { expect, onTestFinished, test } from 'vitest'
import { startRedis } from './redis.ts'
import { findRunningServices, startServices } from './services.ts'

const silent = () => undefined

async function temporaryDataDir(): Promise<string> {
  const dataDir = await makeTemporaryDataDir()
  onTestFinished(() => removeTemporaryDataDir(dataDir))
  return dataDir
}

async function startedRedis(dataDir: string, log: (line: string) => void = silent) {
  const server = await startRedis({ dataDir, log })
  onTestFinished(() => server.stop())
  const client = new Redis(server.url, { retryStrategy: () => null })
  client.on('error', silent)
  onTestFinished(() => client.disconnect())
  return { server, client }
}

test('keeps data and URL of Redis over a clean restart', async () => {
  const dataDir = await temporaryDataDir()
  const first = await startedRedis(dataDir)
  await first.client.set('kept', '7')
  await first.server.stop()
  const second = await startedRedis(dataDir)
  expect(second.server.url).toBe(first.server.url)
  expect(await second.client.get('kept')).toBe('7')
})

test('requires the password of Redis, which only this user can read', async () => {
  const dataDir = await temporaryDataDir()
  const url = new URL((await startedRedis(dataDir)).server.url)
  url.password = 'guessed'
  const stranger = new Redis(url.href, { retryStrategy: () => null })
  onTestFinished(() => stranger.disconnect())
  const [refusal]: unknown[] = await once(stranger, 'error')
  expect(String(refusal)).toContain('WRONGPASS')
  for (const file of ['redis.json', 'redis/redis.conf']) {
    expect((await stat(path.join(dataDir, file))).mode & 0o777).toBe(0o600)
  }
})

test('does not start a service that has a URL', async () => {
  const dataDir = await temporaryDataDir()
  const urls = { databaseUrl: 'postgres://elsewhere/db', redisUrl: 'redis://elsewhere' }
  const services = await startServices({ dataDir, ...urls, log: silent })
  expect(services).toMatchObject(urls)
  await services.stop()
  expect(await findRunningServices(dataDir)).toEqual({})
})

test('refuses a second start before it touches a file', async () => {
  const dataDir = await temporaryDataDir()
  const options = { dataDir, databaseUrl: 'postgres://elsewhere/db', log: silent }
  const services = await startServices(options)
  onTestFinished(() => services.stop())
  const files = ['redis.json', 'redis/redis.conf'].map((name) => path.join(dataDir, name))
  const contents = () => Promise.all(files.map((file) => readFile(file, 'utf8')))
  const before = await contents()
  await chmod(dataDir, 0o711)
  await expect(startServices(options)).rejects.toThrow('another start uses this DATA_DIR')
  expect(await contents()).toEqual(before)
  // Root's Postgres has to pass through.
  expect((await stat(dataDir)).mode & 0o777).toBe(0o711)
  expect(await findRunningServices(dataDir)).toEqual({ redisUrl: services.redisUrl })
})

test('closes the data folder to other users', async () => {
  const dataDir = await temporaryDataDir()
  await chmod(dataDir, 0o755)
  const services = await startServices({ dataDir, durable: false, log: silent })
  onTestFinished(() => services.stop())
  const modeOf = async (name: string) => (await stat(path.join(dataDir, name))).mode & 0o777
  // Root's Postgres runs as another user, whose group may pass through.
  expect(await modeOf('.')).toBe(process.getuid?.() === 0 ? 0o710 : 0o700)
  for (const name of ['postgres', 'postgres/data', 'redis']) expect(await modeOf(name), name).toBe(0o700)
})

test('leaves the mode of a folder that holds something else', async () => {
  const dataDir = await temporaryDataDir()
  await writeFile(path.join(dataDir, 'letter'), 'Dear fans,')
  await chmod(dataDir, 0o755)
  const options = { dataDir, databaseUrl: 'postgres://elsewhere/db', log: silent }
  await startServices(options).then((services) => services.stop())
  expect((await stat(dataDir)).mode & 0o777).toBe(0o755)
})

test.each([
  ['is no folder', (dataDir: string) => writeFile(dataDir, '')],
  [
    'lies on a full disk',
    (dataDir: string) =>
      mkdir(dataDir).then(() => symlink('/dev/full', path.join(dataDir, 'redis.json.new'))),
  ],
])('names DATA_DIR and the reason when it %s', async (reason, prepare) => {
  const dataDir = path.join(await temporaryDataDir(), 'called-it')
  await prepare(dataDir)
  const start = () => startServices({ dataDir, databaseUrl: 'postgres://elsewhere/db', log: silent })
  await expect(start()).rejects.toThrow(`DATA_DIR: ${reason}`)
})

test.runIf(process.platform === 'linux')('names DATA_DIR where no folder can be created', async () => {
  const start = startServices({
    dataDir: '/proc/called-it/below',
    redisUrl: 'redis://elsewhere',
    log: silent,
  })
  await expect(start).rejects.toThrow('DATA_DIR: cannot be created there')
})

test('stops the Postgres that a killed start left behind', async () => {
  const dataDir = await temporaryDataDir()
  const redisUrl = 'redis://elsewhere'
  const owner = forkOwner(dataDir, redisUrl)
  await once(owner, 'message')
  for (const pid of guardsOf(owner.pid)) process.kill(pid, 'SIGKILL')
  owner.kill('SIGKILL')
  await once(owner, 'exit')
  const logged: string[] = []
  const services = await startServices({
    dataDir,
    redisUrl,
    durable: false,
    log: (line) => logged.push(line),
  })
  onTestFinished(() => services.stop())
  expect(logged).toEqual([expect.stringContaining('stopping the Postgres that an ended start left behind')])
})

/** Starts services in a process that a test may kill; also Redis, unless its URL is given. */
function forkOwner(dataDir: string, ...redisUrl: string[]) {
  const program = path.join(import.meta.dirname, '../../tests/fixtures/service-owner.ts')
  const owner = fork(program, [dataDir, ...redisUrl])
  onTestFinished(() => void owner.kill('SIGKILL'))
  return owner
}

/** The shells that would stop the servers of a killed start. */
function guardsOf(owner: number | undefined): number[] {
  const processes = execFileSync('ps', ['-eo', 'pid=,ppid=,comm='], { encoding: 'utf8' })
  return processes.split('\n').flatMap((line) => {
    const [pid, parent, name] = line.trim().split(/\s+/)
    return Number(parent) === owner && name === 'sh' ? Number(pid) : []
  })
}

test.runIf(isLongRun)(
  'stops services with a killed process, and refuses their folder until then',
  async () => {
    const dataDir = await temporaryDataDir()
    const owner = forkOwner(dataDir)
    await once(owner, 'message')
    const found = await findRunningServices(dataDir)
    expect(found).toMatchObject({ databaseUrl: expect.any(String), redisUrl: expect.any(String) })
    const start = () => startServices({ dataDir, durable: false, log: silent })
    await expect(start()).rejects.toThrow('another start uses this DATA_DIR')
    owner.kill('SIGKILL')
    await once(owner, 'exit')
    // Waits for the old servers to end, and throws if they do not.
    const services = await start()
    onTestFinished(() => services.stop())
    expect(new URL(services.databaseUrl).password).toBe(new URL(found.databaseUrl ?? '').password)
  },
  120_000,
)
