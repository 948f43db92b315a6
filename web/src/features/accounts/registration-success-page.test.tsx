import { accountEndpoints } from '@called-it/shared/contract/accounts'
import { ann, visitor } from '@called-it/tests/support/web/factories'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { act, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { keepInvitation } from '../../lib/account/kept-invitation.ts'
import { keepSong } from '../../lib/account/kept-song.ts'
import { RegistrationSuccessPage } from './registration-success-page.tsx'

const { followRegistration } = accountEndpoints

beforeEach(() => localStorage.clear())

const openPage = (email: string) =>
  renderPage(<RegistrationSuccessPage />, {
    at: `/registration-success?email=${encodeURIComponent(email)}`,
    pattern: '/registration-success',
  })

const follows = (requests: readonly string[]) =>
  requests.filter((request) => request === 'POST /api/auth/registration').length

const toList = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

describe('check your mail', () => {
  test('shows the address, the steps and both buttons', () => {
    fakeApi()
    openPage('ann@example.test')
    expect(screen.getByRole('heading', { name: 'check your mail' })).toBeDefined()
    expect(screen.getByText('ann@example.test')).toBeDefined()
    expect(toList()).toEqual([
      expect.stringContaining('spam folder'),
      expect.stringContaining('Click the link'),
      expect.stringContaining('Then log in'),
    ])
    expect(screen.getByRole('link', { name: 'log in' }).getAttribute('href')).toBe('/login')
    expect(screen.getByRole('link', { name: 'resend the email' }).getAttribute('href')).toBe(
      '/resend-verification',
    )
    expect(screen.queryByRole('link', { name: /^open/ })).toBeNull()
  })

  test('opens the mailbox of a known provider', () => {
    fakeApi()
    openPage('ana.koval@Gmail.com')
    const link = screen.getByRole('link', { name: 'open Gmail' })
    expect(link.getAttribute('href')).toBe('https://mail.google.com/')
    expect(link.getAttribute('target')).toBe('_blank')
  })

  test('goes on to the kept song once the link was opened anywhere', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    let isConfirmed = false
    const requests = fakeApi(
      visitor,
      fake(followRegistration, () => ({ ok: { user: isConfirmed ? ann : null } })),
    )
    keepSong({ showId: 12, venue: 'The Mill', songId: 3, songName: 'Bring the Ladder', set: 'set1', slot: 1 })
    const { address } = openPage('ann@example.test')
    expect(screen.getByText('your picks for The Mill')).toBeDefined()
    await act(() => vi.advanceTimersByTimeAsync(500))
    expect(follows(requests)).toBe(1)
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    expect(follows(requests)).toBe(2)
    isConfirmed = true
    await act(() => vi.advanceTimersByTimeAsync(3_200))
    expect(address()).toBe('/prediction/12')
    const asked = follows(requests)
    await act(() => vi.advanceTimersByTimeAsync(9_000))
    expect(follows(requests)).toBe(asked)
  })

  test('goes on asking after a failure', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
    let tries = 0
    fakeApi(
      visitor,
      fake(followRegistration, () => {
        tries += 1
        return tries === 1 ? { error: 'too_many_requests' } : { ok: { user: ann } }
      }),
    )
    keepInvitation({ invitation: 'HKPT46', league: 'Row F' })
    const { address } = openPage('ann@example.test')
    expect(screen.getByText('Row F')).toBeDefined()
    await act(() => vi.advanceTimersByTimeAsync(4_000))
    expect(address()).toBe('/join/HKPT46')
  })
})
