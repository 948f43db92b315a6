import { loggedIn } from '@called-it/tests/support/web/factories'
import { fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { emitLiveEvent } from '../lib/live/event-listeners.ts'
import { useCurrentUser } from '../lib/session.ts'
import { SessionWatch } from './session-watch.tsx'

function Page() {
  const { user } = useCurrentUser()
  return (
    <>
      <SessionWatch />
      {user?.display_name}
    </>
  )
}

test('says that the session has ended, but not when it continues under a new id', async () => {
  const requests = fakeApi(loggedIn)
  renderPage(<Page />)
  await screen.findByText('Ann Alder')
  act(() => emitLiveEvent('session:revoked', { reason: 'renewed' }))
  expect(screen.queryByText('Logged out')).toBeNull()
  expect(requests).toHaveLength(1)
  act(() => emitLiveEvent('session:revoked', { reason: 'password' }))
  expect(await screen.findByText('Logged out')).toBeDefined()
  await expect.poll(() => requests.length).toBe(2)
})
