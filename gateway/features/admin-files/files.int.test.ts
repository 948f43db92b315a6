import { request } from 'node:http'
import { deleteAvatar, upsertAvatar } from '@called-it/infra/postgres/queries/accounts/avatars'
import { FILES_PAGE } from '@called-it/shared/contract/admin-files'
import { makeAdmin, makeUser } from '@called-it/tests/support/factories'
import { startGateway, type TestGateway } from '@called-it/tests/support/gateway/start-gateway'
import { PATIENT } from '@called-it/tests/support/patience'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { readFiles } from './files.ts'

let gateway: TestGateway
let admin: { id: number }
let cookie: string

beforeEach(async () => {
  if (!gateway) {
    gateway = await startGateway()
    admin = await makeAdmin(gateway.postgres.db)
    cookie = await gateway.loginAs(admin)
  }
  await gateway.postgres.db.deleteFrom('avatars').execute()
})
afterAll(() => gateway.stop())

/** Fans with a picture each, of so many bytes that do not get smaller. */
async function makeImages(count: number, bytes: number): Promise<number[]> {
  const { db } = gateway.postgres
  const webp = crypto.getRandomValues(Buffer.alloc(Math.min(bytes, 65_536)))
  const picture = Buffer.concat(
    Array.from({ length: Math.ceil(bytes / webp.length) }, () => webp),
    bytes,
  )
  const { rows } = await sql<{ id: number }>`
    WITH made AS (
      INSERT INTO users (email, display_name, sort_name, password_hash)
      SELECT gen_random_uuid() || '@example.test', 'Fan', 'fan', 'a hash' FROM generate_series(1, ${count})
      RETURNING id)
    INSERT INTO avatars (user_id, content_hash, webp) SELECT id, 'hash', ${picture} FROM made
    RETURNING user_id AS id`.execute(db)
  return rows.map(({ id }) => id).toSorted((a, b) => a - b)
}

const list = (query = '') => gateway.send('GET', `/api/admin/uploads${query}`, { as: cookie })

test('files are listed in pages, with the count of all', async () => {
  expect((await list()).json).toEqual({ files: [], total: 0, next: null })
  const ids = await makeImages(FILES_PAGE + 1, 1_500)
  const page = await list()
  expect(page.json).toMatchObject({ total: FILES_PAGE + 1, next: ids[FILES_PAGE - 1] })
  const rest = await list(`?after=${ids[FILES_PAGE - 1]}`)
  const last = ids[FILES_PAGE]
  expect(rest.json).toEqual({
    files: [
      {
        name: `avatar-${last}.webp`,
        type: 'image',
        size: 1_500,
        created: expect.any(String),
        path: `/api/avatars/${last}/hash.webp`,
      },
    ],
    total: FILES_PAGE + 1,
    next: null,
  })
})

test('the zip has every file, is not kept anywhere, and who took it is written down', async () => {
  const user = await makeUser(gateway.postgres.db)
  await upsertAvatar(gateway.postgres.db, user.id, { contentHash: 'h', webp: Buffer.from('a picture') })
  const answer = await gateway.send('GET', '/api/admin/uploads/download', { as: cookie })
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': expect.stringMatching(
      /^attachment; filename="?uploads-backup-\d{4}-\d\d-\d\d\.zip"?$/,
    ),
    'cache-control': 'no-store',
  })
  expect(answer.text).toContain(`avatar-${user.id}.webp`)
  expect(answer.text).toContain('a picture')
  const entries = await gateway.postgres.db
    .selectFrom('audit_log')
    .select('actor_id')
    .where('action', '=', 'files:downloaded')
    .execute()
  expect(entries).toEqual([{ actor_id: admin.id }])
})

test('a picture that goes while the zip is made is left out of it', async () => {
  const { db } = gateway.postgres
  const ids = await makeImages(40, 10)
  const names: string[] = []
  for await (const { name } of readFiles(db)) {
    names.push(name)
    if (names.length === 1) await deleteAvatar(db, ids.at(-1) ?? 0)
  }
  expect(names).toEqual(ids.slice(0, -1).map((id) => `avatar-${id}.webp`))
})

test('a client that goes away after a tenth of it stops the reading and leaves no connection behind', async () => {
  const pictures = 300
  const bytes = 200_000
  await makeImages(pictures, bytes)
  const { pool } = gateway.postgres
  const seen = { queries: 0 }
  const count = () => {
    seen.queries += 1
  }
  const answered = new Promise<void>((resolve, reject) => {
    const call = request(`${gateway.url}/api/admin/uploads/download`, { headers: { cookie } }, (response) => {
      // Counted from here: who is calling has been found out.
      pool.on('acquire', count)
      let taken = 0
      response.on('data', (chunk: Buffer) => {
        taken += chunk.length
        if (taken < (pictures * bytes) / 10 || response.destroyed) return
        response.destroy()
        resolve()
      })
      response.on('error', () => undefined)
    })
    call.on('error', reject)
    call.end()
  })
  await answered
  const isSilent = async () => {
    const before = seen.queries
    await new Promise((resolve) => setImmediate(resolve))
    return before === seen.queries && pool.idleCount === pool.totalCount && pool.waitingCount === 0
  }
  await vi.waitFor(async () => expect(await isSilent()).toBe(true), PATIENT)
  const { rows } = await sql<{ state: string }>`
    SELECT state FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
      AND state <> 'idle'`.execute(gateway.postgres.db)
  expect(rows).toEqual([])
  pool.off('acquire', count)
  // A tenth, and what the sockets between here and there hold.
  expect(seen.queries).toBeLessThan(pictures / 16 / 2)
})
