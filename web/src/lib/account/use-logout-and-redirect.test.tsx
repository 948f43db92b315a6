import { accountEndpoints } from '@called-it/shared/contract/accounts'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { useShownToast } from '../../ui/toast.ts'
import { useLogoutAndRedirect } from './use-logout-and-redirect.ts'

function LogoutButton() {
  const toasted = useShownToast()
  return (
    <button type="button" onClick={useLogoutAndRedirect()}>
      {toasted?.open ? 'leaving' : 'log out'}
    </button>
  )
}

test('opens the login page 50 ms after the logout', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fakeApi(fake(accountEndpoints.logout, { ok: { message: 'bye' } }))
  const { address } = renderPage(<LogoutButton />, { at: '/profile' })
  const advance = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  fireEvent.click(screen.getByRole('button', { name: 'log out' }))
  for (let turn = 0; turn < 20 && !screen.queryByText('leaving'); turn += 1) await advance(0)
  await advance(49)
  expect(address()).toBe('/profile')
  await advance(1)
  expect(address()).toBe('/login')
})
