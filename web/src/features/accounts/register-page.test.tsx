import { english } from '@called-it/languages/texts'
import { accountEndpoints } from '@called-it/shared/contract/accounts'
import { FIELD_TEXTS } from '@called-it/shared/contract/entered-fields'
import { sayIssue } from '@called-it/shared/languages/said'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { keepInvitation, keptInvitation } from '../../lib/account/kept-invitation.ts'
import { keepSong } from '../../lib/account/kept-song.ts'
import { rememberReturnPath } from '../../lib/account/return-path.ts'
import { RegisterPage } from './register-page.tsx'

beforeEach(() => localStorage.clear())

const fieldOf = (label: string) => screen.getByLabelText<HTMLInputElement>(label)

async function signUp(confirmation: string, password = 'a long password') {
  const page = renderPage(<RegisterPage />, { at: '/register', pattern: '/register' })
  await page.user.type(screen.getByLabelText('Email'), 'ann@example.test')
  await page.user.type(screen.getByLabelText('Display name'), 'Ann Alder')
  await page.user.type(screen.getByLabelText('Password'), password)
  await page.user.clear(screen.getByLabelText('Confirm password'))
  await page.user.type(screen.getByLabelText('Confirm password'), confirmation)
  await page.user.click(screen.getByRole('button', { name: /^sign up/ }))
  return page
}

describe('register', () => {
  test('says that picks are seen after the lock and where to turn that off', () => {
    fakeApi()
    renderPage(<RegisterPage />, { at: '/register', pattern: '/register' })
    const text = screen.getByText(/everybody can see yours under your name/).textContent
    expect(text).toContain('turn that off in your profile')
  })

  test('fills the confirmation itself while the password is shown', async () => {
    fakeApi()
    const { user } = renderPage(<RegisterPage />, { at: '/register', pattern: '/register' })
    const [password, confirmation] = [fieldOf('Password'), fieldOf('Confirm password')]
    await user.type(password, 'velvet')
    expect([password.type, confirmation.type, confirmation.value]).toEqual(['text', 'text', 'velvet'])
    await user.click(screen.getByRole('button', { name: 'hide the password' }))
    await user.type(password, '7')
    expect([password.type, confirmation.type, confirmation.value]).toEqual(['password', 'password', 'velvet'])
    await user.click(screen.getByRole('button', { name: 'show the password' }))
    await user.type(password, '7')
    expect(confirmation.value).toBe('velvet77')
    await user.type(confirmation, '!')
    await user.type(password, '8')
    expect(confirmation.value).toBe('velvet77!')
  })

  test('leads by Enter from the address through all fields to the end', async () => {
    const register = fake(accountEndpoints.register, { ok: { message: 'sent' } })
    fakeApi(register)
    const { user, address } = renderPage(<RegisterPage />, { at: '/register', pattern: '/register' })
    await waitFor(() => expect(document.activeElement).toBe(fieldOf('Email')))
    await user.keyboard('ann@example.test{Enter}Ann Alder{Enter}a long password{Enter}')
    await waitFor(() => expect(address()).toBe('/registration-success?email=ann%40example.test'))
    expect(register.bodies).toEqual([
      { email: 'ann@example.test', display_name: 'Ann Alder', password: 'a long password' },
    ])
  })

  test('shows the kept song, and registers for its show', async () => {
    keepSong({
      showId: 7,
      venue: 'Oystershell Pier',
      songId: 3,
      songName: 'Bring the Ladder',
      set: 'set1',
      slot: 1,
    })
    const register = fake(accountEndpoints.register, { ok: { message: 'sent' } })
    fakeApi(register)
    await signUp('a long password')
    await waitFor(() => expect(register.bodies).toMatchObject([{ showId: 7 }]))
    cleanup()
    renderPage(<RegisterPage />, { at: '/register', pattern: '/register' })
    expect(screen.getByRole('heading', { name: 'save your picks for Oystershell Pier' })).toBeDefined()
    expect(screen.getByText('Bring the Ladder')).toBeDefined()
    expect(screen.getByText('kept as your opener · 18 to go')).toBeDefined()
    expect(screen.getByRole('button', { name: 'sign up, keep my pick' })).toBeDefined()
    expect(screen.getByRole('link', { name: 'sign up' }).getAttribute('aria-current')).toBe('page')
    expect(screen.getByRole('link', { name: 'log in' }).getAttribute('href')).toBe('/login')
  })

  test.each(['/prediction/12', '/shows/12?sheet=1'])('registers for the show of %s', async (path) => {
    rememberReturnPath(path)
    const register = fake(accountEndpoints.register, { ok: { message: 'sent' } })
    fakeApi(register)
    await signUp('a long password')
    await waitFor(() => expect(register.bodies).toMatchObject([{ showId: 12 }]))
  })

  test('shows the failure and keeps what was typed', async () => {
    fakeApi(fake(accountEndpoints.register, { error: 'internal' }))
    const { address } = await signUp('a long password')
    expect(await screen.findByText('Registration failed')).toBeDefined()
    expect(screen.getByText('Could not create account. Please try again.')).toBeDefined()
    expect(screen.getByLabelText('Email')).toHaveProperty('value', 'ann@example.test')
    expect(address()).toBe('/register')
  })

  test('says how long to wait after too many tries', async () => {
    fakeApi(fake(accountEndpoints.register, { error: 'too_many_requests', retryAfter: 120 }))
    await signUp('a long password')
    expect(await screen.findByText('Too many tries. Please try again in 2 minutes.')).toBeDefined()
    expect(screen.getByText('Could not create account. Please try again.')).toBeDefined()
  })

  test('sends nothing while the passwords differ', async () => {
    const requests = fakeApi()
    await signUp('another password')
    expect(await screen.findByText(sayIssue(english, FIELD_TEXTS.passwordMismatch))).toBeDefined()
    expect(requests.filter((sent) => sent.startsWith('POST'))).toEqual([])
  })

  test('shows at the field why a password was refused', async () => {
    const issues = [{ path: 'password', message: sayIssue(english, FIELD_TEXTS.passwordCommon) }]
    fakeApi(fake(accountEndpoints.register, { error: 'invalid', issues }))
    await signUp('password1', 'password1')
    expect(await screen.findByText(sayIssue(english, FIELD_TEXTS.passwordCommon))).toBeDefined()
    expect(screen.getByLabelText('Password').getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByText('Registration failed')).toBeDefined()
  })

  test('names the league that the visitor joins, unless it is dropped', async () => {
    keepInvitation({ invitation: 'HKPT46', league: 'Row F' })
    const register = fake(accountEndpoints.register, { ok: { message: 'sent' } })
    fakeApi(register)
    await signUp('a long password')
    await waitFor(() => expect(register.bodies).toMatchObject([{ invitation: 'HKPT46' }]))
    cleanup()
    const { user } = renderPage(<RegisterPage />)
    expect(screen.getByText('You join Row F')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'don’t join' }))
    expect(screen.queryByText('You join Row F')).toBeNull()
    expect(keptInvitation()).toBeNull()
  })
})
