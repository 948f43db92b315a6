import type { Issuer } from '@called-it/infra/config/issuers'
import { freePort } from '@called-it/launch/port'
import type { Page } from '@playwright/test'
import { startTestIssuer, type TestIssuer } from '../support/test-issuer.ts'
import { expect, test } from './console-watch.ts'
import { type OwnSystem, startOwnSystem } from './own-system.ts'
import { DEMO_FAN, openBrowser, submitLogin } from './people.ts'

const FINISH = { status: 400, path: '/api/auth/issuers/finish' }

let system: OwnSystem
let issuer: TestIssuer
let site: string

const settingsOf = ({ key, url, clientId, clientSecret, label }: Issuer) => ({
  [`OIDC_${key}_ISSUER`]: url,
  [`OIDC_${key}_CLIENT_ID`]: clientId,
  [`OIDC_${key}_CLIENT_SECRET`]: clientSecret,
  [`OIDC_${key}_LABEL`]: label,
})

test.describe.configure({ mode: 'serial' })
test.beforeAll(async () => {
  test.setTimeout(300_000)
  system = await startOwnSystem()
  const port = String(await freePort())
  site = `http://127.0.0.1:${port}`
  issuer = await startTestIssuer(site)
  const gone = await startTestIssuer(site, { key: '2', label: 'Gone ID' })
  await gone.stop()
  const issuers = { ...settingsOf(issuer.settings), ...settingsOf(gone.settings) }
  await system.startGateway({ PORT: port, PUBLIC_URL: site, ...issuers })
})
test.afterAll(async () => {
  await issuer?.stop()
  await system?.stop()
})

const become = (name: string, given: { email_verified?: boolean } = {}) =>
  issuer.become({
    sub: name,
    email: `${name.toLowerCase()}@journey.example`,
    email_verified: true,
    nickname: name,
    ...given,
  })

const accountOf = (page: Page, name: string) => page.getByRole('button', { name: `account of ${name}` })

async function goOn(page: Page, at = '/login'): Promise<void> {
  await page.goto(at)
  await page.getByRole('button', { name: 'go on with Test ID' }).click()
}

test('comes in by an issuer without typing, again, and takes it away', async ({ browser, watchConsole }) => {
  become('Ivy')
  const page = await openBrowser(browser, watchConsole, { baseURL: site })
  await goOn(page, '/register')
  await expect(page.getByText('welcome, Ivy', { exact: true })).toBeVisible()
  await expect(accountOf(page, 'Ivy')).toBeVisible()
  const other = await openBrowser(browser, watchConsole, { baseURL: site })
  await goOn(other)
  await expect(accountOf(other, 'Ivy')).toBeVisible()
  await other.goto('/profile/access')
  await other.getByRole('button', { name: 'remove Test ID' }).click()
  await expect(other.getByText('None is connected.')).toBeVisible()
})

type Changes = { there?: (at: URL) => void; back?: (search: URLSearchParams) => void }

/** Goes to the issuer and comes back, with what somebody between has changed; returns what the issuer appended. */
async function comeBack(page: Page, { there, back }: Changes = {}): Promise<URLSearchParams> {
  const { origin } = new URL(issuer.settings.url)
  // Playwright sees no redirects, so the test goes through the issuer's.
  await page.route(`${origin}/**`, (route) => route.fulfill({ body: 'the issuer' }))
  await goOn(page)
  await page.waitForURL((url) => url.origin === origin)
  const at = new URL(page.url())
  there?.(at)
  const search = await issuer.signIn(at.href)
  const appended = new URLSearchParams(search)
  back?.(search)
  await page.goto(`/signed-in?${search}`)
  return appended
}

const ATTACKS: [string, Changes][] = [
  ['another state', { back: (search) => search.set('state', 'another') }],
  ['another issuer', { back: (search) => search.set('iss', 'https://issuer.example') }],
  ['another nonce', { there: (at) => at.searchParams.set('nonce', 'another') }],
]
for (const [what, changes] of ATTACKS) {
  test(`refuses an answer with ${what}`, async ({ browser, watchConsole, expectRefusal }) => {
    expectRefusal(FINISH)
    become('Mallory')
    const page = await openBrowser(browser, watchConsole, { baseURL: site })
    await comeBack(page, changes)
    await expect(page.getByRole('alert')).toContainText('The sign-in did not work')
    await page.getByRole('link', { name: 'Go to Login' }).click()
    await submitLogin(page, DEMO_FAN)
    await page.waitForURL((url) => url.pathname === '/')
  })
}

test('refuses a code that was used', async ({ browser, watchConsole, expectRefusal }) => {
  expectRefusal(FINISH)
  become('Una')
  const page = await openBrowser(browser, watchConsole, { baseURL: site })
  const used = await comeBack(page)
  await expect(accountOf(page, 'Una')).toBeVisible()
  const thief = await openBrowser(browser, watchConsole, { baseURL: site })
  await comeBack(thief, { back: (search) => search.set('code', used.get('code') ?? '') })
  await expect(thief.getByRole('alert')).toContainText('The sign-in did not work')
})

test('points to the link by mail where the address is not verified', async ({ browser, watchConsole }) => {
  become('Vera', { email_verified: false })
  const page = await openBrowser(browser, watchConsole, { baseURL: site })
  await goOn(page)
  await expect(page.getByRole('alert')).toContainText('Log in with a link by mail instead')
})

test('leaves the other ways while an issuer is away', async ({ browser, watchConsole, expectRefusal }) => {
  expectRefusal({ status: 503, path: '/api/auth/issuers/2/start' })
  const page = await openBrowser(browser, watchConsole, { baseURL: site })
  await page.goto('/login')
  await page.getByRole('button', { name: 'go on with Gone ID' }).click()
  await expect(page.getByText('does not respond right now').first()).toBeVisible()
  await submitLogin(page, DEMO_FAN)
  await page.waitForURL((url) => url.pathname === '/')
})
