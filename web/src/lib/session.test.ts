import { accountEndpoints } from '@called-it/shared/contract/accounts'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fake, fakeApi } from '../testing/fake-api.ts'
import { createQueryClient } from './query-client.ts'
import { currentUserQuery, useCurrentUser } from './session.ts'

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

test('who cannot be read is unknown from the first failure on, also while it is asked again, and never a visitor', async () => {
  let isServerUnavailable = true
  fakeApi(
    fake(accountEndpoints.getCurrentUser, () =>
      isServerUnavailable ? { error: 'unavailable' } : { ok: mo },
    ),
  )
  const queryClient = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(QueryClientProvider, { client: queryClient }, children)
  const { result } = renderHook(useCurrentUser, { wrapper })
  expect(result.current).toMatchObject({ isPending: true, isError: false })
  await vi.waitFor(() => expect(result.current).toMatchObject({ isPending: false, isError: true }))
  await vi.advanceTimersByTimeAsync(6_000)
  result.current.retry()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(result.current).toMatchObject({ user: undefined, isPending: false, isError: true })
  isServerUnavailable = false
  await vi.advanceTimersByTimeAsync(6_000)
  await vi.waitFor(() => expect(result.current).toMatchObject({ user: mo, isError: false }))
})
