import { makeUser } from '@called-it/tests/support/factories/accounts'
import { gatewayOfTest, refusal, TEST_SITE } from '@called-it/tests/support/gateway/start-gateway'
import { pino } from 'pino'
import { describe, expect, test } from 'vitest'

function captureLog() {
  const lines: string[] = []
  return { lines, log: pino({ level: 'info' }, { write: (line) => void lines.push(line) }) }
}

describe('error handler', () => {
  test('returns 500 for a response with a field that is not in the contract', async () => {
    const { lines, log } = captureLog()
    const leaking = { ...TEST_SITE, operator: 'Sam Secret' }
    const gateway = await gatewayOfTest({ site: leaking, log })
    const response = await gateway.send('GET', '/api/site')
    expect([response.status, response.json]).toEqual([
      500,
      { code: 'internal', message: 'An unexpected error occurred. Please try again.' },
    ])
    const logged = lines.map((line): unknown => JSON.parse(line))
    expect(logged).toContainEqual(
      expect.objectContaining({
        msg: 'request failed',
        requestId: response.headers.get('x-request-id'),
        route: 'getSite',
      }),
    )
  })

  test('logs the user of an unexpected error and sends the client no detail', async () => {
    const { lines, log } = captureLog()
    const gateway = await gatewayOfTest({ log })
    const user = await makeUser(gateway.postgres.db)
    const as = await gateway.loginAs(user)
    await gateway.postgres.pool.query('ALTER TABLE standings RENAME TO elsewhere')
    const response = await gateway.send('GET', '/api/users/current/score', { as })
    expect(response).toMatchObject(refusal(500, 'internal'))
    expect(response.text).not.toContain('standings')
    expect(lines.join('\n')).toContain(`"userId":${user.id}`)
    expect(lines.join('\n')).toContain('"route":"getOwnScore"')
  })

  test('logs every response without addresses, tokens and queries', async () => {
    const { lines, log } = captureLog()
    const gateway = await gatewayOfTest({ log })
    const paths = [
      '/api/auth/verify-email/a-secret-token',
      '/verify-email/a-secret-token',
      '/registration-success?email=somebody@example.test',
      '/api/nothing/a-secret-token?email=somebody@example.test',
    ]
    for (const path of paths) await gateway.send('GET', path, { headers: { accept: 'text/html' } })
    await gateway.logIn('somebody@example.test', 'a-secret-token')
    await expect.poll(() => lines.filter((line) => line.includes('"request completed"'))).toHaveLength(5)
    expect(lines.join('\n')).not.toMatch(/secret|somebody|127\.0\.0\.1/)
    expect(lines.join('\n')).toMatch(/"route":"verifyEmail","method":"GET","status":400/)
  })
})
