import type { Page } from '@playwright/test'
import { expectSaved, savedPrediction } from './builder.ts'
import { expect, test } from './console-watch.ts'
import { expectKept, fillCard, openShows, pickFirst, SLOTS } from './first-card.ts'
import { linkMailedTo } from './mailbox.ts'
import { newPerson } from './people.ts'
import { countTaps, PHONE } from './taps.ts'
import { expectToast } from './toasts.ts'

const MAX_TAPS = 25
const MAX_FIELDS = 2
const RECOVERY_CODES = 8

test.use(PHONE)

/** Of a phone whose owner always agrees. Without suggestions, to which it would agree too before a button is pressed. */
async function addAuthenticator(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function logOut(page: Page, name: string): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: `account of ${name}` }).tap()
  await page.getByRole('menuitem', { name: 'log out' }).tap()
  await expectToast(page, 'Logged out')
  await page.goto('/login')
}

test('plays, comes back, and recovers by passkey and mail, without a password', async ({
  page,
  watchConsole,
}) => {
  watchConsole(page)
  await addAuthenticator(page)
  const { tap, taps } = countTaps()
  const person = newPerson('Kay Passkey')
  const isIn = () => expect(page.getByRole('button', { name: `account of ${person.name}` })).toBeVisible()
  const [show] = await openShows(page)
  if (!show) throw new Error('no show takes picks')
  const typed = [
    ['Email', person.email],
    ['Display name', person.name],
  ] as const

  await test.step('signs up and saves a card', async () => {
    const song = await pickFirst(page, tap, show, true)
    for (const [label, text] of typed) {
      await tap(page.getByLabel(label, { exact: true }))
      await page.keyboard.type(text)
    }
    await tap(page.getByRole('button', { name: 'passkey', exact: true }))
    await expect(page.getByRole('heading', { name: 'check your mail' })).toBeVisible()
    await page.goto(await linkMailedTo(person.email, /^\/verify-email\//))
    await page.waitForURL(`**/prediction/${show.id}`)
    await expectKept(page, song)
    await fillCard(page, tap, song)
    await tap(page.getByRole('button', { name: 'submit setlist' }))
    await expectSaved(page)
    const { setlist } = await savedPrediction(page)
    expect(Object.values(setlist).flat().filter(Boolean)).toHaveLength(SLOTS)
    expect(typed.length).toBeLessThanOrEqual(MAX_FIELDS)
    expect(taps()).toBeLessThanOrEqual(MAX_TAPS)
    await expect(page.getByText('next time without a password')).toHaveCount(0)
  })

  await test.step('logs in by the passkey', async () => {
    await logOut(page, person.name)
    await page.getByRole('button', { name: 'passkey', exact: true }).tap()
    await page.waitForURL((url) => !url.pathname.startsWith('/login'))
    await isIn()
  })

  const section = page.getByRole('region', { name: /^passkeys/ })
  await test.step('removes it', async () => {
    await page.goto('/profile/access')
    await section.getByRole('button', { name: /^remove / }).tap()
    await page.getByRole('alertdialog').getByRole('button', { name: 'remove' }).tap()
    await expectToast(page, 'passkey removed')
    await expect(section.getByRole('listitem')).toHaveCount(0)
  })

  await test.step('recovers by a mailed link, and makes another one with recovery codes', async () => {
    await logOut(page, person.name)
    await page.getByLabel('Email').fill(person.email)
    await page.getByRole('button', { name: 'email me a link' }).tap()
    await expect(page.getByRole('heading', { name: 'check your mail' })).toBeVisible()
    await page.goto(await linkMailedTo(person.email, /^\/link\//))
    await page.getByRole('button', { name: 'log in here' }).tap()
    await page.waitForURL((url) => !url.pathname.startsWith('/link'))
    await isIn()
    await page.goto('/profile/access')
    await section.getByRole('button', { name: 'add a passkey' }).tap()
    await expectToast(page, 'passkey added')
    await expect(section.locator('code')).toHaveCount(RECOVERY_CODES)
  })
})

test('says on an address of numbers why there are no passkeys', async ({ page, baseURL, watchConsole }) => {
  watchConsole(page)
  const byNumbers = new URL('/login', baseURL)
  byNumbers.hostname = '127.0.0.1'
  await page.goto(byNumbers.href)
  await expect(page.getByText('Passkeys need a name in the address')).toBeVisible()
  await expect(page.getByRole('button', { name: 'passkey', exact: true })).toHaveCount(0)
  await page.getByRole('link', { name: 'open localhost' }).tap()
  await expect(page.getByRole('button', { name: 'passkey', exact: true })).toBeVisible()
})
