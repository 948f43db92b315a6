import { accountEndpoints } from '@called-it/shared/contract/accounts'
import {
  type OwnPasskeys,
  type PasskeyCreationOptions,
  passkeyEndpoints,
} from '@called-it/shared/contract/passkeys'
import { ann, loggedIn } from '@called-it/tests/support/web/factories'
import { fake, fakeApi } from '@called-it/tests/support/web/fake-api'
import { renderPage } from '@called-it/tests/support/web/render-app.tsx'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { clearUserData } from '../../../lib/account/user-storage.ts'
// Loaded before the test, so that it does not wait for it.
import '../../../ui/dialogs/index.ts'
import { LoginPage } from '../login-page.tsx'
import { RegisterPage } from '../register-page.tsx'
import { PasskeysSection, useOwnPasskeys } from './passkeys-section.tsx'

const ID = 'a2V5'
const requestOptions = {
  challenge: 'YQ',
  timeout: 300_000,
  rpId: 'localhost',
  userVerification: 'required',
} as const
const creationOptions: PasskeyCreationOptions = {
  rp: { id: 'localhost', name: 'Called It' },
  user: { id: 'dXNlcg', name: 'ann@example.test', displayName: 'Ann Alder' },
  challenge: 'YQ',
  timeout: 300_000,
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  excludeCredentials: [],
  authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
}
const own = (names: string[]): OwnPasskeys => ({
  passkeys: names.map((name) => ({ id: name, name, created_at: '2026-01-02T12:00:00Z', last_used_at: null })),
  recovery_codes: names.length > 0 ? 8 : 0,
  suggested_name: 'Firefox, Linux',
})

const bytes = () => new TextEncoder().encode('key').buffer
const declined = () => Promise.reject(new DOMException('no', 'NotAllowedError'))

/** A browser with an authenticator that answers, or declines. */
function giveAuthenticator({ agrees = true, suggests = false } = {}) {
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(class {}, { isConditionalMediationAvailable: async () => suggests }),
  )
  const credential = {
    id: ID,
    rawId: bytes(),
    type: 'public-key',
    authenticatorAttachment: 'platform',
    getClientExtensionResults: () => ({}),
  }
  const response = { clientDataJSON: bytes(), attestationObject: bytes() }
  const answer = { clientDataJSON: bytes(), authenticatorData: bytes(), signature: bytes() }
  const get = vi.fn(async () => (agrees ? { ...credential, response: answer } : declined()))
  const create = vi.fn(async () => (agrees ? { ...credential, response } : declined()))
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get, create } })
  return { get, create }
}

beforeEach(() => {
  localStorage.clear()
  clearUserData()
})

function Section() {
  return <PasskeysSection query={useOwnPasskeys()} />
}

describe('the passkey button', () => {
  const press = (user: ReturnType<typeof renderPage>['user']) =>
    user.click(screen.getByRole('button', { name: 'passkey' }))

  test('signs up with a passkey in place of the password', async () => {
    giveAuthenticator()
    const registered = fake(accountEndpoints.register, { ok: { message: 'sent' } })
    fakeApi(fake(passkeyEndpoints.passkeySignUpOptions, { ok: creationOptions }), registered)
    const { user, address } = renderPage(<RegisterPage />, { at: '/register', pattern: '/register' })
    await press(user)
    expect(await screen.findByText('Display name must be at least 2 characters')).toBeDefined()
    await user.type(screen.getByLabelText('Email'), 'ann@example.test')
    await user.type(screen.getByLabelText('Display name'), 'Ann Alder')
    await press(user)
    await waitFor(() => expect(address()).toBe('/registration-success?email=ann%40example.test'))
    expect(registered.bodies).toMatchObject([
      { email: 'ann@example.test', display_name: 'Ann Alder', passkey: { response: { id: ID } } },
    ])
    expect(registered.bodies[0]).not.toHaveProperty('password')
  })

  test('logs in, and says that none was chosen', async () => {
    giveAuthenticator({ agrees: false })
    const entered = fake(passkeyEndpoints.logInByPasskey, { ok: ann })
    fakeApi(fake(passkeyEndpoints.passkeyOptions, { ok: requestOptions }), entered)
    const { user, address } = renderPage(<LoginPage />, { at: '/login', pattern: '/login' })
    await press(user)
    expect(await screen.findByText(/^No passkey was chosen/)).toBeDefined()
    expect(entered.bodies).toEqual([])
    giveAuthenticator()
    await press(user)
    await waitFor(() => expect(address()).toBe('/'))
    expect(entered.bodies).toMatchObject([{ response: { id: ID } }])
  })

  test('logs in by the one that is chosen among the suggestions of the field', async () => {
    const { get } = giveAuthenticator({ suggests: true })
    fakeApi(
      fake(passkeyEndpoints.passkeyOptions, { ok: requestOptions }),
      fake(passkeyEndpoints.logInByPasskey, { ok: ann }),
    )
    const { address } = renderPage(<LoginPage />, { at: '/login', pattern: '/login' })
    await waitFor(() => expect(address()).toBe('/'))
    expect(get).toHaveBeenCalledWith(expect.objectContaining({ mediation: 'conditional' }))
  })

  test.each([
    ['127.0.0.1', 'http://localhost:3000/login'],
    ['192.168.1.20', null],
  ])('gives way to the reason on %s', async (hostname, byName) => {
    giveAuthenticator({ suggests: true })
    vi.stubGlobal('location', { ...location, hostname, port: '3000', pathname: '/login', search: '' })
    const requests = fakeApi()
    renderPage(<LoginPage />, { at: '/login', pattern: '/login' })
    expect(screen.getByText(/^Passkeys (need a name|work only)/)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'passkey' })).toBeNull()
    const link = screen.queryByRole('link', { name: 'open localhost' })
    expect(link?.getAttribute('href') ?? null).toBe(byName)
    expect(requests).not.toContain(`POST ${passkeyEndpoints.passkeyOptions.path}`)
  })
})

describe('own passkeys', () => {
  test('adds one under the name that is entered, shows the codes once, and removes it', async () => {
    giveAuthenticator()
    const added = fake(passkeyEndpoints.addPasskey, {
      ok: { ...own(['My phone']), new_codes: ['AAAA-BBBB-CCCC-DDDD'] },
    })
    fakeApi(
      loggedIn,
      fake(passkeyEndpoints.listPasskeys, { ok: own([]) }),
      fake(passkeyEndpoints.passkeyAddOptions, { ok: creationOptions }),
      added,
      fake(passkeyEndpoints.removePasskey, { ok: own([]) }),
    )
    const { user } = renderPage(<Section />)
    const name = await screen.findByLabelText<HTMLInputElement>('name of the new passkey')
    expect(name.value).toBe('Firefox, Linux')
    await user.clear(name)
    await user.click(screen.getByRole('button', { name: 'add a passkey' }))
    expect(await screen.findByText(/^Please enter a name/)).toBeDefined()
    await user.type(name, 'My phone')
    await user.click(screen.getByRole('button', { name: 'add a passkey' }))
    expect(await screen.findByText('AAAA-BBBB-CCCC-DDDD')).toBeDefined()
    expect(added.bodies).toMatchObject([{ name: 'My phone', response: { id: ID } }])
    await user.click(screen.getByRole('button', { name: 'remove My phone' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText(/^It is your only one/)).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'remove' }))
    await waitFor(() => expect(screen.queryByText('My phone')).toBeNull())
    expect(screen.queryByText('AAAA-BBBB-CCCC-DDDD')).toBeNull()
  })
})
