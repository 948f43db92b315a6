import { request } from 'node:http'
import { deleteAvatar, upsertAvatar } from '@called-it/infra/postgres/queries/accounts/avatars'
import { FILES_PAGE } from '@called-it/shared/contract/files'
import { listAuditEntries } from '@called-it/tests/support/audit-entries'
import { makeAdmin, makeUser } from '@called-it/tests/support/factories/accounts'
import { gatewayOfFile } from '@called-it/tests/support/gateway/start-gateway'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { readAvatarFiles } from './routes.ts'

const gateway = await gatewayOfFile()
const { db } = gateway.postgres
const admin = await makeAdmin(db)
const cookie = await gateway.loginAs(admin)
beforeEach(() => db.deleteFrom('avatars').execute())

/** Users with an incompressible avatar each. */
async function makeAvatars(count: number, bytes: number): Promise<number[]> {
  const webp = crypto.getRandomValues(Buffer.alloc(Math.min(bytes, 65_536)))
  const avatar = Buffer.concat(
    Array.from({ length: Math.ceil(bytes / webp.length) }, () => webp),
    bytes,
  )
  const { rows } = await sql<{ id: number }>`
    WITH made AS (
      INSERT INTO users (email, display_name, sort_name, password_hash)
      SELECT gen_random_uuid() || '@example.test', 'Fan', 'fan', 'a hash' FROM generate_series(1, ${count})
      RETURNING id)
    INSERT INTO avatars (user_id, content_hash, webp) SELECT id, 'hash', ${avatar} FROM made
    RETURNING user_id AS id`.execute(db)
  return rows.map(({ id }) => id).toSorted((a, b) => a - b)
}

const list = (query = '') => gateway.send('GET', `/api/admin/uploads${query}`, { as: cookie })

test('lists files in pages with the total count', async () => {
  expect((await list()).json).toEqual({ files: [], total: 0, next: null })
  const ids = await makeAvatars(FILES_PAGE + 1, 1_500)
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

test('sends every file in an uncached zip and logs the download', async () => {
  const user = await makeUser(db)
  await upsertAvatar(db, user.id, { contentHash: 'h', webp: Buffer.from('an image') })
  const response = await gateway.send('GET', '/api/admin/uploads/download', { as: cookie })
  expect(response.status).toBe(200)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/zip',
    'content-disposition': expect.stringMatching(
      /^attachment; filename="?uploads-backup-\d{4}-\d\d-\d\d\.zip"?$/,
    ),
    'cache-control': 'no-store',
  })
  expect(response.text).toContain(`avatar-${user.id}.webp`)
  expect(response.text).toContain('an image')
  const entries = await listAuditEntries(db, { action: 'files:downloaded' })
  expect(entries).toMatchObject([{ actor_id: admin.id }])
})

test('skips an avatar that is deleted during the download', async () => {
  const ids = await makeAvatars(40, 10)
  const names: string[] = []
  for await (const { name } of readAvatarFiles(db)) {
    names.push(name)
    if (names.length === 1) await deleteAvatar(db, ids.at(-1) ?? 0)
  }
  expect(names).toEqual(ids.slice(0, -1).map((id) => `avatar-${id}.webp`))
})

test('stops reading from the database when the client disconnects', async () => {
  const avatars = 300
  const bytes = 200_000
  await makeAvatars(avatars, bytes)
  const { pool } = gateway.postgres
  let queries = 0
  const count = () => {
    queries += 1
  }
  const disconnected = new Promise<void>((resolve, reject) => {
    const download = request(
      `${gateway.url}/api/admin/uploads/download`,
      { headers: { cookie } },
      (response) => {
        // Counts from here, after the session was read.
        pool.on('acquire', count)
        let received = 0
        response.on('data', (chunk: Buffer) => {
          received += chunk.length
          if (received < (avatars * bytes) / 10 || response.destroyed) return
          response.destroy()
          resolve()
        })
        response.on('error', () => undefined)
      },
    )
    download.on('error', reject)
    download.end()
  })
  await disconnected
  const isIdle = async () => {
    const before = queries
    await new Promise((resolve) => setImmediate(resolve))
    return before === queries && pool.idleCount === pool.totalCount && pool.waitingCount === 0
  }
  await expect.poll(() => isIdle()).toBe(true)
  const { rows } = await sql<{ state: string }>`
    SELECT state FROM pg_stat_activity
    WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()
      AND state <> 'idle'`.execute(db)
  expect(rows).toEqual([])
  pool.off('acquire', count)
  // A tenth, plus what the sockets buffer.
  expect(queries).toBeLessThan(avatars / 16 / 2)
})
