import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import path from 'node:path'
import { SIGNATURE } from '@called-it/infra/postgres/backup/file'
import { writeBackup } from '@called-it/infra/postgres/backup/write-backup'
import { createSetupCode, replaceSetupCode } from '@called-it/infra/postgres/queries/accounts/setup-code'
import { insertBackupWork, listBackupWork } from '@called-it/infra/postgres/queries/work/backup-work'
import { listAuditEntries } from '@called-it/tests/support/audit-entries'
import { makeAdmin } from '@called-it/tests/support/factories/accounts'
import {
  gatewayOfFile,
  gatewayOfTest,
  refusal,
  TEST_LIMITS,
  type TestGateway,
} from '@called-it/tests/support/gateway/start-gateway'
import { folderOfFile, folderOfTest } from '@called-it/tests/support/temporary-folder'
import { beforeEach, describe, expect, test } from 'vitest'

const PATH = '/api/admin/backups'
const MAX_BYTES = 100_000

const dataDir = await folderOfFile()
const folder = path.join(dataDir, 'backups')
const backups = { everyHours: 24, keep: 3, maxUploadBytes: MAX_BYTES }
const gateway = await gatewayOfFile({ config: { dataDir, backups } })
const { db } = gateway.postgres
const admin = await makeAdmin(db)
const as = await gateway.loginAs(admin)
const NAME = 'manual-2026-08-01-031502.backup'
const file = path.join(folder, NAME)
await mkdir(folder)
await writeBackup(gateway.postgres.pool, file)

beforeEach(async () => {
  await db.deleteFrom('backup_work').execute()
})

const list = () => gateway.request('listBackups', {}, { as })
const post = (what: string, name = NAME, json?: unknown) =>
  gateway.send('POST', `${PATH}/${encodeURIComponent(name)}/${what}`, { as, json })
const upload = (body: Uint8Array<ArrayBuffer>, contentType = 'application/octet-stream') =>
  gateway.send('PUT', `${PATH}/upload`, { as, body, headers: { 'content-type': contentType } })
const audited = async (action: string) =>
  (await listAuditEntries(db, { action })).map(({ actor_id, subject }) => [actor_id, subject])
const order = (kind: 'write' | 'verify' | 'restore', name: string) =>
  db.transaction().execute((trx) => insertBackupWork(trx, { kind, file: name }))

describe('list', () => {
  test('has each backup with its kind, size and release, and the schedule', async () => {
    const { files, keep, max_upload, next_at, free } = await list()
    expect(files).toMatchObject([
      { name: NAME, kind: 'hand', size: (await readFile(file)).length, refusal: null, verified_at: null },
    ])
    expect([keep, max_upload, next_at]).toEqual([3, MAX_BYTES, expect.any(String)])
    expect(free).toBeGreaterThan(0)
  })

  test('says that a backup is verified, or damaged', async () => {
    const { id } = await order('verify', NAME)
    const end = (values: { state: 'done' | 'failed'; error?: 'damaged' }) =>
      db
        .updateTable('backup_work')
        .set({ ...values, ended_at: new Date() })
        .where('id', '=', id)
        .execute()
    await end({ state: 'done' })
    expect((await list()).files).toMatchObject([{ refusal: null, verified_at: expect.any(String) }])
    await end({ state: 'failed', error: 'damaged' })
    expect((await list()).files).toMatchObject([{ refusal: 'damaged', verified_at: null }])
  })
})

test('orders one backup at a time', async () => {
  const { work } = await gateway.request('makeBackup', {}, { as })
  expect(work).toMatchObject([{ kind: 'write', state: 'waiting', rows: 0, error: null }])
  expect(await gateway.send('POST', PATH, { as })).toMatchObject(refusal(409, 'backup_busy'))
  expect(await audited('backup:made')).toEqual([[admin.id, `backup:${work[0]?.file}`]])
})

describe('upload', () => {
  const whole = new Uint8Array(Buffer.concat([SIGNATURE, Buffer.alloc(MAX_BYTES - SIGNATURE.length, 'x')]))

  test('is written to the folder as it was sent, and can be deleted', async () => {
    expect((await upload(whole)).status).toBe(200)
    const { name } = (await list()).files.find(({ kind }) => kind === 'upload') ?? expect.fail()
    expect(hash(await readFile(path.join(folder, name)))).toBe(hash(whole))
    expect((await audited('backup:uploaded')).at(-1)).toEqual([admin.id, `backup:${name}`])
    await order('verify', name)
    const remove = () => gateway.send('DELETE', `${PATH}/${name}`, { as })
    expect(await remove()).toMatchObject(refusal(409, 'backup_busy'))
    await db.deleteFrom('backup_work').execute()
    expect((await remove()).status).toBe(200)
    expect(await readdir(folder)).toEqual([NAME])
    expect((await audited('backup:deleted')).at(-1)).toEqual([admin.id, `backup:${name}`])
  })

  test.each([
    ['is no backup', Buffer.from('PK'), 'application/octet-stream', refusal(415, 'not_a_backup')],
    [
      'ends in the signature',
      SIGNATURE.subarray(0, 5),
      'application/octet-stream',
      refusal(415, 'not_a_backup'),
    ],
    [
      'is too large',
      Buffer.concat([whole, Buffer.from('x')]),
      'application/octet-stream',
      refusal(413, 'too_large'),
    ],
    ['is a form', whole, 'multipart/form-data; boundary=x', refusal(415, 'wrong_type')],
  ])('is refused where it %s, and nothing is left of it', async (_, body, contentType, refused) => {
    expect(await upload(new Uint8Array(body), contentType)).toMatchObject(refused)
    expect(await readdir(folder)).toEqual([NAME])
  })

  test('leaves nothing when it breaks off', async () => {
    const socket = await begin(gateway, as)
    await expect.poll(() => readdir(folder)).toHaveLength(2)
    socket.destroy()
    await expect.poll(() => readdir(folder)).toEqual([NAME])
  })

  test('outlasts the time limit of other requests', async () => {
    const clients = { ...TEST_LIMITS.clients, checkEveryMs: 20, headersMs: 100, requestMs: 200 }
    const limited = await gatewayOfTest({
      config: { dataDir: await folderOfTest(), backups, limits: { ...TEST_LIMITS, clients } },
    })
    const cookie = await limited.loginAs(await makeAdmin(limited.postgres.db))
    const long = await begin(limited, cookie)
    const other = await begin(
      limited,
      cookie,
      'POST /api/auth/login HTTP/1.1\r\nContent-Type: application/json',
    )
    const [refused] = await once(other, 'data')
    expect(String(refused)).toMatch(/^HTTP\/1\.1 408 /)
    long.write(Buffer.alloc(1_000 - SIGNATURE.length))
    const [done] = await once(long, 'data')
    expect(String(done)).toMatch(/^HTTP\/1\.1 200 /)
    long.destroy()
  })
})

describe('download', () => {
  const download = (cookie: string, method = 'GET') =>
    fetch(`${gateway.url}${PATH}/${NAME}/file`, { method, headers: { cookie } })

  test('is the file, with its length and name', async () => {
    const response = await download(as)
    const content = await readFile(file)
    expect(response.headers.get('content-length')).toBe(String(content.length))
    expect(response.headers.get('content-disposition')).toContain(NAME)
    expect(hash(await response.bytes())).toBe(hash(content))
    expect(await audited('backup:downloaded')).toEqual([[admin.id, `backup:${NAME}`]])
  })

  test('needs a login of the last minutes', async () => {
    const old = await gateway.loginAs(admin, { loggedInAt: Date.now() - 3_600_000 })
    expect((await download(old)).status).toBe(403)
    expect((await download(as, 'HEAD')).status).toBe(405)
  })
})

describe('restore', () => {
  const restore = (confirmation: string, name = NAME) => post('restore', name, { confirmation })

  test('is ordered once its name is typed, and noted with who did', async () => {
    expect(await restore('manual')).toMatchObject({
      status: 422,
      json: { issues: [{ path: 'confirmation' }] },
    })
    expect(await listBackupWork(db)).toEqual([])
    expect((await restore(NAME)).status).toBe(200)
    expect(await listBackupWork(db)).toMatchObject([{ kind: 'restore', file: NAME, state: 'waiting' }])
    expect(await audited('backup:restored')).toEqual([[admin.id, `backup:${NAME}`]])
    expect(await restore(NAME)).toMatchObject(refusal(409, 'backup_busy'))
  })

  test('is refused for a file that this release cannot read', async () => {
    const name = 'other.backup'
    await writeFile(path.join(folder, name), 'something else')
    const { files } = await list()
    expect(files.find((each) => each.name === name)).toMatchObject({ kind: 'other', refusal: 'damaged' })
    expect(await restore(name, name)).toMatchObject(refusal(409, 'backup_unfit'))
    await gateway.send('DELETE', `${PATH}/${name}`, { as })
  })
})

test.each(['../settings.backup', '/etc/passwd', '..', '.hidden.backup', 'unknown.backup', 'a\0.backup'])(
  'finds no backup named %j',
  async (name) => {
    await writeFile(path.join(dataDir, 'settings.backup'), 'x')
    const answers = [
      await post('verify', name),
      await post('restore', name, { confirmation: name }),
      await gateway.send('DELETE', `${PATH}/${encodeURIComponent(name)}`, { as }),
      await gateway.send('GET', `${PATH}/${encodeURIComponent(name)}/file`, { as }),
    ]
    for (const { status } of answers) expect([400, 404]).toContain(status)
    expect(await readFile(path.join(dataDir, 'settings.backup'), 'utf8')).toBe('x')
  },
)

test('lets who has the setup code restore, until there is an admin', async () => {
  const empty = await gatewayOfTest({ config: { dataDir, backups } })
  const code = createSetupCode()
  await replaceSetupCode(empty.postgres.db, code)
  const headers = { 'x-setup-code': code }
  const restore = () => empty.send('POST', `/api/setup/backups/${NAME}/restore`, { headers })
  expect(await empty.request('listSetupBackups', {}, { headers })).toMatchObject({ files: [{ name: NAME }] })
  expect((await restore()).status).toBe(200)
  expect(await listBackupWork(empty.postgres.db)).toMatchObject([{ kind: 'restore', file: NAME }])
  await makeAdmin(empty.postgres.db)
  expect((await restore()).status).toBe(404)
})

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Sends headers and the beginning of a body of 1,000 bytes. */
async function begin(
  { url }: TestGateway,
  cookie: string,
  head = `PUT ${PATH}/upload HTTP/1.1\r\nContent-Type: application/octet-stream`,
) {
  const { port, hostname } = new URL(url)
  const socket = connect(Number(port), hostname).on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(`${head}\r\nHost: localhost\r\nCookie: ${cookie}\r\nContent-Length: 1000\r\n\r\n`)
  socket.write(SIGNATURE)
  return socket
}
