import { accountEndpoints } from '@called-it/shared/contract/accounts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fake, fakeApi } from '../testing/fake-api.ts'
import { createQueryClient } from './query-client.ts'
import { currentUserQuery } from './session.ts'

const mo = {
  id: 5,
  email: 'mo@example.org',
  display_name: 'Mo Okafor',
  avatar_path: null,
  is_admin: false,
  email_verified: true,
  created_at: '2025-01-01T00:00:00Z',
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterEach(() => {
  vi.useRealTimers()
})

test('a 401 means nobody, and is not asked again', async () => {
  const requests = fakeApi(fake(accountEndpoints.getCurrentUser, { error: 'not_logged_in' }))
  expect(await createQueryClient().fetchQuery(currentUserQuery)).toBeNull()
  expect(requests).toHaveLength(1)
})

test('a server in trouble is asked three times more, 2 s apart', async () => {
  let answers = 0
  const requests = fakeApi(
    fake(accountEndpoints.getCurrentUser, () => {
      answers += 1
      return answers <= 3 ? { error: 'unavailable' } : { ok: mo }
    }),
  )
  const user = createQueryClient().fetchQuery(currentUserQuery)
  await vi.advanceTimersByTimeAsync(1_900)
  expect(requests).toHaveLength(1)
  await vi.advanceTimersByTimeAsync(4_100)
  expect(await user).toEqual(mo)
  expect(requests).toHaveLength(4)
})

test('a refusal is no trouble, and is not asked again', async () => {
  const requests = fakeApi(fake(accountEndpoints.getCurrentUser, { error: 'too_many_requests' }))
  await expect(createQueryClient().fetchQuery(currentUserQuery)).rejects.toMatchObject({ status: 429 })
  expect(requests).toHaveLength(1)
})
