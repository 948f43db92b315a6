import { createHash } from 'node:crypto'
import { getTopicVersion } from '@called-it/infra/postgres/queries/events/topic-versions'
import { currentUser } from '@called-it/shared/contract/current-user'
import { topics } from '@called-it/shared/contract/events'
import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import { listAuditEntries } from '@called-it/tests/support/audit-entries'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { makeStanding } from '@called-it/tests/support/factories/scores'
import { makeForm } from '@called-it/tests/support/gateway/make-form'
import { gatewayOfFile, refusal } from '@called-it/tests/support/gateway/start-gateway'
import { look, makeImage } from '@called-it/tests/support/test-images'
import { describe, expect, test } from 'vitest'

const NO_HASH = '0'.repeat(64)

const gateway = await gatewayOfFile({ config: { rateLimitScale: 100 } })
const { db } = gateway.postgres

const user = await makeUser(db)
const cookie = await gateway.loginAs(user)
const image = await makeImage('jpeg', { width: 60, height: 40 })

type Upload = { file?: Buffer | string; name?: string; as?: string }

async function upload({ file = image, name = 'me.jpg', as = cookie }: Upload = {}) {
  return gateway.send('POST', '/api/auth/avatar', {
    as,
    ...(await makeForm({ field: 'avatar', file, name })),
  })
}

async function uploadForPath(file: Buffer): Promise<string> {
  const response = await upload({ file })
  expect(response.status).toBe(200)
  return currentUser.parse(response.json).avatar_path ?? ''
}

const pathOf = async (as = cookie) =>
  currentUser.parse((await gateway.send('GET', '/api/auth/me', { as })).json).avatar_path

describe('uploaded avatar', () => {
  test('becomes a 256 pixel WebP at a public path', async () => {
    const path = await uploadForPath(await makeImage('png', { colour: 'blue' }))
    expect(path).toMatch(new RegExp(`^/api/avatars/${user.id}/[0-9a-f]{64}\\.webp$`))
    expect(await pathOf()).toBe(path)
    const response = await fetch(gateway.url + path)
    const webp = Buffer.from(await response.arrayBuffer())
    const seen = await look(webp)
    expect(response.status).toBe(200)
    expect([seen.format, seen.width, seen.colourAt(128, 128)]).toEqual(['webp', 256, 'blue'])
    expect(path).toContain(createHash('sha256').update(webp).digest('hex'))
  })

  test('replaces the previous one, whose path returns 404', async () => {
    const first = await uploadForPath(await makeImage('webp', { colour: 'red' }))
    const second = await uploadForPath(await makeImage('gif', { colour: 'lime' }))
    expect(second).not.toBe(first)
    expect(await gateway.send('GET', first)).toMatchObject(refusal(404, 'not_found'))
    expect((await gateway.send('GET', second)).status).toBe(200)
  })

  test('ignores the file name', async () => {
    const path = await uploadForPath(image)
    for (const name of ['../../etc/passwd', '..\\..\\x.jpg', '/etc/shadow', '"; name="other', 'x.svg']) {
      expect((await upload({ name })).json).toMatchObject({ avatar_path: path })
    }
  })

  test('updates the boards and the audit log', async () => {
    const player = await makeUser(db)
    await makeStanding(db, { board: GLOBAL_BOARD, user_id: player.id, total: 21 })
    const before = await getTopicVersion(db, topics.board(GLOBAL_BOARD))
    const { json } = await upload({ as: await gateway.loginAs(player) })
    expect(await getTopicVersion(db, topics.board(GLOBAL_BOARD))).toBe(before + 1)
    expect((await gateway.send('GET', '/api/leaderboard')).json).toMatchObject({
      leaderboard: [{ userId: player.id, avatar: currentUser.parse(json).avatar_path }],
    })
    const subject = `user:${player.id}`
    expect(await listAuditEntries(db, { subject })).toMatchObject([
      { action: 'user:avatar-changed', actor_id: player.id },
    ])
  })
})

describe('invalid upload', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

  test('keeps the previous avatar and returns 415', async () => {
    const path = await uploadForPath(image)
    for (const file of [svg, '']) expect(await upload({ file })).toMatchObject(refusal(415, 'not_a_picture'))
    expect(await pathOf()).toBe(path)
  })

  test('returns 413 for 6 MB', async () => {
    const file = Buffer.concat([image, Buffer.alloc(6 * 1024 * 1024)])
    expect(await upload({ file })).toMatchObject(refusal(413, 'picture_too_large'))
  })
})

describe('avatar path', () => {
  test('returns headers for immutable, inert content', async () => {
    const path = await uploadForPath(image)
    const { headers } = await gateway.send('GET', path)
    expect(headers.get('content-type')).toBe('image/webp')
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('set-cookie')).toBeNull()
    const again = await gateway.send('GET', path, {
      headers: { 'if-none-match': headers.get('etag') ?? '', 'cache-control': 'max-age=0' },
    })
    expect(again).toMatchObject({ status: 304, text: '' })
  })

  test('differs between users with the same image', async () => {
    const path = await uploadForPath(image)
    const other = await makeUser(db)
    const moved = path.replace(`/${user.id}/`, `/${other.id}/`)
    expect((await gateway.send('GET', moved)).status).toBe(404)
  })

  test.each([
    ['1', `${NO_HASH}.webp`, 404, 'not_found'],
    ['1', `${NO_HASH}.png`, 404, 'not_found'],
    ['1', `${NO_HASH.toUpperCase()}x.webp`, 404, 'not_found'],
    ['1', '..%2F..%2Fetc%2Fpasswd', 404, 'not_found'],
    ['1', '%00.webp', 400, 'malformed_path'],
  ])('returns an error for user %s, file %s: %i %s', async (userId, file, status, code) => {
    const response = await gateway.send('GET', `/api/avatars/${userId}/${file}`)
    expect(response).toMatchObject({ status, json: { code } })
    expect(response.headers.get('cache-control')).toBe('no-store')
  })
})
