import { createHash } from 'node:crypto'
import { getTopicVersion } from '@called-it/infra/postgres/queries/live/topic-versions'
import { currentUser } from '@called-it/shared/contract/accounts'
import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import { topics } from '@called-it/shared/contract/live'
import { makeStanding, makeUser } from '@called-it/tests/support/factories'
import { makeForm } from '@called-it/tests/support/gateway/make-form'
import { startGateway, type TestGateway } from '@called-it/tests/support/gateway/start-gateway'
import { look, makeImage } from '@called-it/tests/support/test-images'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

const NO_HASH = '0'.repeat(64)

let gateway: TestGateway
let user: { id: number }
let cookie: string
let picture: Buffer

beforeAll(async () => {
  // Every test may upload as often as it likes.
  gateway = await startGateway({ config: { rateLimitScale: 100 } })
  user = await makeUser(gateway.postgres.db)
  cookie = await gateway.loginAs(user)
  picture = await makeImage('jpeg', { width: 60, height: 40 })
})
afterAll(() => gateway.stop())

type Sent = { file?: Buffer | string; name?: string; as?: string | null }

/** Sends a file as somebody; null sends it as nobody. */
async function upload({ file = picture, name = 'me.jpg', as = cookie }: Sent = {}) {
  return gateway.send('POST', '/api/auth/avatar', {
    ...(as === null ? {} : { as }),
    ...(await makeForm({ field: 'avatar', file, name })),
  })
}

/** Makes a picture the user's, and answers with its address. */
async function uploadForAddress(file: Buffer): Promise<string> {
  const answer = await upload({ file })
  expect(answer.status).toBe(200)
  return currentUser.parse(answer.json).avatar_path ?? ''
}

const pathOf = async (as = cookie) =>
  currentUser.parse((await gateway.send('GET', '/api/auth/me', { as })).json).avatar_path

describe('a picture that is sent', () => {
  test('is the user’s from then on, drawn anew, at an address that anyone can see it at', async () => {
    const path = await uploadForAddress(await makeImage('png', { colour: 'blue' }))
    expect(path).toMatch(new RegExp(`^/api/avatars/${user.id}/[0-9a-f]{64}\\.webp$`))
    expect(await pathOf()).toBe(path)
    const response = await fetch(gateway.url + path)
    const webp = Buffer.from(await response.arrayBuffer())
    const seen = await look(webp)
    expect([response.status, seen.format, seen.width, seen.colourAt(128, 128)]).toEqual([
      200,
      'webp',
      256,
      'blue',
    ])
    expect(path).toContain(createHash('sha256').update(webp).digest('hex'))
  })

  test('is noted in the audit log', async () => {
    const other = await makeUser(gateway.postgres.db)
    expect((await upload({ as: await gateway.loginAs(other) })).status).toBe(200)
    const entries = await gateway.postgres.db
      .selectFrom('audit_log')
      .select(['action', 'subject'])
      .where('actor_id', '=', other.id)
      .execute()
    expect(entries).toEqual([{ action: 'user:avatar-changed', subject: `user:${other.id}` }])
  })

  test('takes the place of the one before, whose address leads nowhere', async () => {
    const first = await uploadForAddress(await makeImage('webp', { colour: 'red' }))
    const second = await uploadForAddress(await makeImage('gif', { colour: 'lime' }))
    expect(second).not.toBe(first)
    expect(await gateway.send('GET', first)).toMatchObject({ status: 404, json: { code: 'not_found' } })
    expect((await gateway.send('GET', second)).status).toBe(200)
  })

  test.each(['../../etc/passwd', '..\\..\\x.jpg', '/etc/shadow', '"; name="other', 'x.svg'])(
    'may be called %o, which has no effect',
    async (name) => {
      const path = await uploadForAddress(picture)
      expect((await upload({ name })).json).toMatchObject({ avatar_path: path })
    },
  )

  test('needs a login', async () => {
    expect(await upload({ as: null })).toMatchObject({ status: 401, json: { code: 'not_logged_in' } })
  })

  test('is on the boards too, which are told', async () => {
    const { db } = gateway.postgres
    const player = await makeUser(db)
    await makeStanding(db, { board: GLOBAL_BOARD, user_id: player.id, total: 21, shows: 1, best: 21 })
    const before = await getTopicVersion(db, topics.board(GLOBAL_BOARD))
    const { json } = await upload({ as: await gateway.loginAs(player) })
    expect(await getTopicVersion(db, topics.board(GLOBAL_BOARD))).toBe(before + 1)
    expect((await gateway.send('GET', '/api/leaderboard')).json).toMatchObject({
      leaderboard: [{ userId: player.id, avatar: currentUser.parse(json).avatar_path }],
    })
  })
})

describe('what is no picture', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'

  test.each(['me.svg', 'me.jpg', 'me.webp'])('is refused as %s, and the picture stays', async (name) => {
    const path = await uploadForAddress(picture)
    expect(await upload({ file: svg, name })).toMatchObject({ status: 415, json: { code: 'not_a_picture' } })
    expect(await upload({ file: '', name })).toMatchObject({ status: 415, json: { code: 'not_a_picture' } })
    expect(await pathOf()).toBe(path)
  })

  test('of 6 MB is refused for its size', async () => {
    const file = Buffer.concat([picture, Buffer.alloc(6 * 1024 * 1024)])
    expect(await upload({ file })).toMatchObject({ status: 413, json: { code: 'picture_too_large' } })
  })
})

describe('the address of a picture', () => {
  test('answers with headers that let it be kept for ever, and run nothing', async () => {
    const path = await uploadForAddress(picture)
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

  test('of another user with the same picture is another', async () => {
    const path = await uploadForAddress(picture)
    const other = await makeUser(gateway.postgres.db)
    const moved = path.replace(`/${user.id}/`, `/${other.id}/`)
    expect((await gateway.send('GET', moved)).status).toBe(404)
  })

  test.each([
    ['x', `${NO_HASH}.webp`, 400, 'malformed_path'],
    ['1e3', `${NO_HASH}.webp`, 400, 'malformed_path'],
    ['99999999999', `${NO_HASH}.webp`, 400, 'malformed_path'],
    ['1', `${NO_HASH}.webp`, 404, 'not_found'],
    ['1', `${NO_HASH}.png`, 404, 'not_found'],
    ['1', `${NO_HASH.toUpperCase()}x.webp`, 404, 'not_found'],
    ['1', '..%2F..%2Fetc%2Fpasswd', 404, 'not_found'],
    ['1', '%00.webp', 400, 'malformed_path'],
  ])('with user %s and file %s answers %i %s', async (userId, file, status, code) => {
    const answer = await gateway.send('GET', `/api/avatars/${userId}/${file}`)
    expect(answer).toMatchObject({ status, json: { code } })
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })
})
