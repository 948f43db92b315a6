import { loggedIn } from '@called-it/tests/support/web/factories'
import { fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { act, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { deliver } from '../lib/live/deliver.ts'
import { queryKeys } from '../lib/query-keys.ts'
import { SessionWatch } from './session-watch.tsx'

describe('session watch', () => {
  test('asks for the user after the end of a session only if there is another one', async () => {
    const requests = fakeApi(loggedIn)
    const { queryClient } = renderPage(<SessionWatch />)
    await waitFor(() => expect(queryClient.getQueryData(queryKeys.currentUser)).toMatchObject({ id: 7 }))
    vi.spyOn(document, 'cookie', 'get').mockReturnValue('')
    const setCookie = vi.spyOn(document, 'cookie', 'set')
    act(() => deliver('session:revoked', { reason: 'ended' }))
    await waitFor(() => expect(queryClient.getQueryData(queryKeys.currentUser)).toBeNull())
    expect(requests).toEqual(['GET /api/auth/me', 'HEAD /'])
    expect(setCookie.mock.calls[0]).toEqual(['called_it_session=1; path=/; max-age=0'])
  })
})
