import { accountEndpoints } from '@called-it/shared/contract/accounts'
import { loginLinkEndpoints } from '@called-it/shared/contract/login-links'
import { ann } from '@called-it/tests/support/web/factories'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { keepInvitation } from '../../../lib/account/kept-invitation.ts'
import { clearUserData } from '../../../lib/account/user-storage.ts'
import { RegisterPage } from '../register-page.tsx'
import { EmailLinkPage } from './email-link-page.tsx'
import { LinkSentPage } from './link-sent-page.tsx'

const { askForLink, lookAtLink, logInByLink, logInByCode } = loginLinkEndpoints

beforeEach(() => {
  localStorage.clear()
  clearUserData()
})

describe('email me a link', () => {
  test('asks for the address and the name, without a password', async () => {
    keepInvitation({ invitation: 'HKPT46', league: 'Row F' })
    const asked = fake(askForLink, { ok: { message: 'sent' } })
    const requests = fakeApi(asked)
    const { user, address } = renderPage(<RegisterPage />, { at: '/register', pattern: '/register' })
    await user.type(screen.getByLabelText('Email'), 'ann@example.test')
    await user.click(screen.getByRole('button', { name: 'email me a link' }))
    expect(await screen.findByText('Display name must be at least 2 characters')).toBeDefined()
    expect(asked.bodies).toEqual([])
    await user.type(screen.getByLabelText('Display name'), 'Ann Alder')
    await user.click(screen.getByRole('button', { name: 'email me a link' }))
    await waitFor(() => expect(address()).toBe('/link-sent?email=ann%40example.test'))
    expect(asked.bodies).toEqual([
      { email: 'ann@example.test', display_name: 'Ann Alder', invitation: 'HKPT46' },
    ])
    expect(requests).not.toContain(`POST ${accountEndpoints.register.path}`)
  })
})

describe('the waiting page', () => {
  const openPage = () =>
    renderPage(<LinkSentPage />, { at: '/link-sent?email=ann%40example.test', pattern: '/link-sent' })

  test('shows that a code is wrong, asks for a name that is missing, and goes on', async () => {
    const responses = [
      { error: 'wrong_code' } as const,
      { error: 'name_needed' } as const,
      { ok: { user: ann, showId: 12 } },
    ]
    const entered = fake(logInByCode, () => responses.shift() ?? expect.fail('one request too many'))
    fakeApi(entered)
    const { user, address } = openPage()
    expect(screen.queryByLabelText('Display name')).toBeNull()
    const enter = () => user.click(screen.getByRole('button', { name: 'log in with the code' }))
    await user.type(screen.getByLabelText('Code'), '12345')
    await enter()
    expect(await screen.findByText('The code has six digits.')).toBeDefined()
    await user.type(screen.getByLabelText('Code'), '6')
    await enter()
    expect(await screen.findByText(/^This is not the code/)).toBeDefined()
    await enter()
    await user.type(await screen.findByLabelText('Display name'), 'Ann')
    await enter()
    await waitFor(() => expect(address()).toBe('/prediction/12'))
    expect(entered.bodies).toEqual([
      { code: '123456' },
      { code: '123456' },
      { code: '123456', display_name: 'Ann' },
    ])
  })
})

describe('the page of the link', () => {
  const openPage = () => renderPage(<EmailLinkPage />, { at: '/link/some-token', pattern: '/link/:token' })

  test('logs in by the button only, and leads a browser that did not ask to the show', async () => {
    const followed = fake(logInByLink, { ok: { user: ann, showId: 12 } })
    fakeApi(fake(lookAtLink, { ok: { isOpen: true, code: '482913', needsName: false } }), followed)
    const { user, address } = openPage()
    const button = await screen.findByRole('button', { name: 'log in here' })
    expect(screen.getByText('482913')).toBeDefined()
    expect(screen.getByText(/type it only on your own screen/i)).toBeDefined()
    expect(followed.bodies).toEqual([])
    await user.click(button)
    await waitFor(() => expect(address()).toBe('/prediction/12'))
    expect(followed.bodies).toEqual([{}])
  })

  test('asks a new fan for a name', async () => {
    const followed = fake(logInByLink, { ok: { user: ann } })
    fakeApi(fake(lookAtLink, { ok: { isOpen: true, code: '482913', needsName: true } }), followed)
    const { user, address } = openPage()
    await user.type(await screen.findByLabelText('Display name'), 'Ann')
    await user.click(screen.getByRole('button', { name: 'make my account' }))
    await waitFor(() => expect(address()).toBe('/'))
    expect(followed.bodies).toEqual([{ display_name: 'Ann' }])
  })

  test.each([
    ['at first', false],
    ['after it was used elsewhere', true],
  ])('says that a link no longer works %s', async (_, isOpen) => {
    fakeApi(
      fake(lookAtLink, { ok: { isOpen, code: isOpen ? '482913' : null, needsName: false } }),
      fake(logInByLink, { error: 'link_gone' }),
    )
    const { user } = openPage()
    if (isOpen) await user.click(await screen.findByRole('button', { name: 'log in here' }))
    expect((await screen.findByRole('alert')).textContent).toContain('no longer works')
    expect(screen.getByRole('link', { name: 'get a new link' }).getAttribute('href')).toBe('/login')
  })
})
