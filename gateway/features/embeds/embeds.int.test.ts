import { createHash } from 'node:crypto'
import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { makeTour } from '@called-it/tests/support/factories/catalogue'
import { makeStanding } from '@called-it/tests/support/factories/scores'
import { gatewayOfTest } from '@called-it/tests/support/gateway/start-gateway'
import { expect, test } from 'vitest'

test('shows the top of a board to the sites that may frame it', async () => {
  const { send, postgres } = await gatewayOfTest({ config: { embedOrigins: ['https://band.example'] } })
  const { id } = await makeTour(postgres.db, { name: 'Fall <1>' })
  for (let total = 1; total <= 12; total += 1) {
    const user = await makeUser(postgres.db, { displayName: `<b>${total}` })
    for (const board of [GLOBAL_BOARD, id])
      await makeStanding(postgres.db, { board, user_id: user.id, total })
  }
  const { status, text, headers } = await send('GET', `/Embed/Board?tour=${id}&theme=dark`)
  expect(status).toBe(200)
  expect(headers.get('content-security-policy')).toContain('frame-ancestors https://band.example')
  expect(headers.get('x-frame-options')).toBeNull()
  expect(text).toContain('<h1>Fall &lt;1&gt;</h1>')
  expect(text.match(/<bdi>&lt;b&gt;\d+/g)).toHaveLength(10)
  expect(text).toContain(`http://called-it.example/leaderboard?tab=tours&amp;tour=${id}`)
  const css = /<style>(.*?)<\/style>/s.exec(text)?.[1] ?? ''
  const hash = createHash('sha256').update(css).digest('base64')
  expect(headers.get('content-security-policy')).toContain(`'sha256-${hash}'`)
  const known = { headers: { 'If-None-Match': headers.get('etag') ?? '', 'Cache-Control': 'max-age=0' } }
  expect((await send('GET', `/embed/board?tour=${id}&theme=dark`, known)).status).toBe(304)
  await makeStanding(postgres.db, { board: id, user_id: (await makeUser(postgres.db)).id, total: 99 })
  expect((await send('GET', `/embed/board?tour=${id}&theme=dark`, known)).status).toBe(200)
  expect((await send('GET', '/embed/board')).text).toContain('all shows')
  expect((await send('GET', '/embed/board?tour=9999')).status).toBe(404)
})

test('is framed by nobody unless origins are named', async () => {
  const { send } = await gatewayOfTest()
  const { text, headers } = await send('GET', '/embed/board')
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(headers.get('x-frame-options')).toBe('DENY')
  expect(text).toContain('Nobody has points yet.')
})
