import { currentUserEndpoints } from '@called-it/shared/contract/current-user'
import { ann, loggedIn, visitor } from '@called-it/tests/support/web/factories'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createQueryClient } from '../api/query-client.ts'
import { currentUserQuery, useCurrentUser } from './session.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

describe('current user', () => {
  test('means nobody after a 401, without a retry', async () => {
    const requests = fakeApi(visitor)
    expect(await createQueryClient().fetchQuery(currentUserQuery)).toBeNull()
    expect(requests).toHaveLength(1)
  })

  test('is nobody without a request where no cookie says that there is a session', async () => {
    vi.spyOn(document, 'cookie', 'get').mockReturnValue('called-it=else')
    const requests = fakeApi(loggedIn)
    expect(await createQueryClient().fetchQuery(currentUserQuery)).toBeNull()
    expect(requests).toEqual([])
  })

  test('retries a server error three times, 2 s apart', async () => {
    let requestCount = 0
    const requests = fakeApi(
      fake(currentUserEndpoints.getCurrentUser, () => {
        requestCount += 1
        return requestCount <= 3 ? { error: 'unavailable' } : { ok: ann }
      }),
    )
    const user = createQueryClient().fetchQuery(currentUserQuery)
    await vi.advanceTimersByTimeAsync(1_900)
    expect(requests).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(4_100)
    expect(await user).toEqual(ann)
    expect(requests).toHaveLength(4)
  })

  test('does not retry a 429', async () => {
    const requests = fakeApi(fake(currentUserEndpoints.getCurrentUser, { error: 'too_many_requests' }))
    await expect(createQueryClient().fetchQuery(currentUserQuery)).rejects.toMatchObject({ status: 429 })
    expect(requests).toHaveLength(1)
  })

  test('stays unknown while requests fail, and never becomes a visitor', async () => {
    let isServerUnavailable = true
    fakeApi(
      fake(currentUserEndpoints.getCurrentUser, () =>
        isServerUnavailable ? { error: 'unavailable' } : { ok: ann },
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
    await vi.waitFor(() => expect(result.current).toMatchObject({ user: ann, isError: false }))
  })
})
