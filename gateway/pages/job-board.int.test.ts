import { NO_REQUEST_CONTEXT } from '@called-it/infra/context/request-context'
import { openQueues, QUEUE_NAMES } from '@called-it/infra/queues/queues'
import { openRedis } from '@called-it/infra/redis/connection'
import { JOB_BOARD_PATH } from '@called-it/shared/contract/served-page'
import { makeAdmin, makeUser } from '@called-it/tests/support/factories/accounts'
import { gatewayOfFile, refusal } from '@called-it/tests/support/gateway/start-gateway'
import { startKillableRedis } from '@called-it/tests/support/killable-redis'
import { PATIENT } from '@called-it/tests/support/patience'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

const OUTBOX_ID = 'test-row'
const JOB_ID = `obx_${OUTBOX_ID}_1`

const redis = await startKillableRedis()
afterAll(() => redis.remove())
const gateway = await gatewayOfFile({ redisUrl: redis.url, config: { isProduction: true } })
const as = await gateway.loginAs(await makeAdmin(gateway.postgres.db))
beforeAll(async () => {
  const producer = openRedis(redis.url, 'producer', () => undefined)
  const queues = openQueues(producer, { namespace: gateway.parts.namespace, onError: () => undefined })
  await vi.waitFor(() => expect(producer.status).toBe('ready'), PATIENT)
  const job = { job: 'mail-verification', outboxId: OUTBOX_ID, attempt: 1, payload: { userId: 7 } } as const
  await queues.add([{ ...NO_REQUEST_CONTEXT, ...job }])
  await queues.close()
  producer.disconnect()
})

const get = (path: string, given: { as?: string } = { as }) =>
  gateway.send('GET', `${JOB_BOARD_PATH}${path}`, given)

describe('job board', () => {
  test.each(['', '/queue/runs', '/api/queues', '/static/favicon.ico', '/nowhere'])(
    'refuses users who are not admins at "%s"',
    async (path) => {
      const fan = await gateway.loginAs(await makeUser(gateway.postgres.db))
      expect(await get(path, {})).toMatchObject(refusal(401, 'not_logged_in'))
      expect(await get(path, { as: fan })).toMatchObject(refusal(403, 'not_allowed'))
    },
  )

  test.each(['', '/', '/queue/mail'])('serves its page with its own policy at "%s"', async (path) => {
    const { status, headers, text } = await get(path)
    expect(status).toBe(200)
    expect(text).toContain(`<base href="${JOB_BOARD_PATH}/"`)
    expect(text).not.toMatch(/<(?:link|script)[^>]*https?:/)
    expect(headers.get('cache-control')).toBe('no-store')
    const policy = headers.get('content-security-policy')
    for (const directive of ["default-src 'none'", "frame-ancestors 'none'", "script-src 'self';"]) {
      expect(policy).toContain(directive)
    }
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  })

  test('shows the jobs of every queue read-only', async () => {
    const { json } = await get('/api/queues?activeQueue=mail&status=waiting&page=1&jobsPerPage=10')
    const readOnly = { readOnlyMode: true, allowRetries: false }
    const jobs = [{ id: JOB_ID, data: { outboxId: OUTBOX_ID, attempt: 1, payload: { userId: 7 } } }]
    const queues = QUEUE_NAMES.map((name) => ({ name, ...readOnly, ...(name === 'mail' && { jobs }) }))
    expect(json).toMatchObject({ queues })
  })

  test.each([
    ['PUT', `/api/queues/mail/${JOB_ID}/retry`],
    ['PUT', '/api/queues/mail/empty'],
    ['PUT', '/api/queues/pause'],
    ['POST', '/api/queues/mail/add'],
    ['PATCH', `/api/queues/mail/${JOB_ID}/update-data`],
    ['DELETE', `/api/queues/mail/${JOB_ID}`],
  ])('refuses %s %s', async (method, path) => {
    const response = await gateway.send(method, `${JOB_BOARD_PATH}${path}`, { as, json: {} })
    expect(response).toMatchObject(refusal(405, 'method_not_allowed'))
    const counts = expect.objectContaining({ waiting: 1 })
    const mail = expect.objectContaining({ name: 'mail', isPaused: false, counts })
    expect((await get('/api/queues')).json).toMatchObject({ queues: expect.arrayContaining([mail]) })
  })

  test('returns 503 until Redis is back', async () => {
    await redis.kill()
    for (const path of ['', '/api/queues']) {
      await expect.poll(() => get(path)).toMatchObject({ status: 503 })
      const { headers, json } = await get(path)
      expect(headers.get('retry-after')).not.toBeNull()
      expect(json).toMatchObject({ code: 'unavailable' })
    }
    await redis.restart()
    await expect.poll(() => get('/api/queues')).toMatchObject({ status: 200 })
  })
})
