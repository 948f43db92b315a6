import { namedDice } from '@called-it/infra/demo/dice'
import { type Browser, chromium, expect, type Page, test } from '@playwright/test'
import { startTalkingServer } from '../support/loopback-server.ts'
import { startMailServer } from '../support/mail-server.ts'
import { makeZip } from '../support/make-zip.ts'
import { testSetlist } from '../support/setlist-sources/phishnet-rows.ts'
import { plantFaults } from '../support/setlist-sources/planted-faults.ts'
import { ARTIST, RIGHT_KEY, startDataSite } from './data-site.ts'
import { type HttpsFront, startHttpsFront } from './https-front.ts'
import { startInProduction } from './production-start.ts'

const MAX_SCREENS = 12
const MAX_TYPED = 25
const FAULTS = 20
const ADMIN = { name: 'Olga Operator', email: 'olga@band.example', password: 'nine-brown-hares' }

let site: Awaited<ReturnType<typeof startDataSite>>
let system: Awaited<ReturnType<typeof startInProduction>>
let front: HttpsFront
let browser: Browser

test.beforeAll(async () => {
  test.setTimeout(300_000)
  site = await startDataSite()
  system = await startInProduction({ SETLIST_SOURCE_URL: site.url })
  front = await startHttpsFront(system.dataDir, 'band.example', system.port)
  const { launchOptions = {} } = test.info().project.use
  browser = await chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), ...front.browser.args],
    env: { ...process.env, ...front.browser.env },
  })
})
test.afterAll(async () => {
  await browser?.close()
  await front?.stop()
  await system?.stop()
  await site?.stop()
})

/** 40 shows with their songs, in which so many rows are wrong. */
function faultyZip(): Buffer {
  const rows = Array.from({ length: 40 }, (_, index) => {
    const songs = (set: string, count: number) =>
      Array.from({ length: count }, (_, song) => `Song ${set} ${index} ${song}`)
    const showdate = new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10)
    const sets = { 1: songs('a', 5), 2: songs('b', 4), e: songs('c', 1) }
    return testSetlist(sets, { showid: 5_000 + index, showdate })
  })
  const named = rows.flat().map((row) => ({ ...row, songid: `id of ${row.song}` }))
  const columns = Object.keys(named[0] ?? {})
  const table = { columns, rows: named.map((row) => Object.values(row).map(String)) }
  const { text } = plantFaults(table, FAULTS, namedDice('faults of the setup'))
  return makeZip([{ name: 'setlists.csv', content: text }])
}

/** Counts the screens that the operator sees, and the fields that the operator types into. */
function count(page: Page) {
  const screens = new Set<string>()
  let typed = 0
  page.on('framenavigated', (frame) => {
    const { pathname, searchParams } = new URL(frame.url())
    const step = searchParams.get('step')
    const isOnTheWay = frame !== page.mainFrame() || (pathname === '/admin/setup' && step === null)
    if (!isOnTheWay) screens.add(step === null ? pathname : `${pathname} ${step}`)
  })
  return {
    screens,
    typed: () => typed,
    async type(label: string, text: string) {
      typed += 1
      await page.getByLabel(label, { exact: true }).fill(text)
    },
  }
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()

/** The link says so once the step is done. */
async function goOn(page: Page, step: string, how: 'next' | 'skip' = 'next'): Promise<void> {
  await page.getByRole('link', { name: how, exact: true }).click()
  await page.waitForURL((url) => url.searchParams.get('step') === step)
}

test('leads an operator from the code to the first show', async () => {
  test.setTimeout(600_000)
  const context = await browser.newContext({ serviceWorkers: 'block', reducedMotion: 'reduce' })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  const { screens, typed, type } = count(page)
  // On a slow machine the login is not fresh any more.
  await page.addLocatorHandler(page.getByRole('dialog', { name: 'Is it you?' }), async (dialog) => {
    await dialog.getByLabel('Current password').fill(ADMIN.password)
    await dialog.getByRole('button', { name: 'it is me' }).click()
  })

  await test.step('asks for the code', async () => {
    await page.goto(`${system.url}/setup`)
    await type('setup code', 'AAAA-BBBB-CCCC-DDDD')
    await press(page, 'go on')
    await expect(page.getByText('That is not the setup code')).toBeVisible()
    await type('setup code', (await system.readCode()).toLowerCase().replaceAll('-', ''))
    await press(page, 'go on')
    await expect(page.getByRole('heading', { name: 'how to begin' })).toBeVisible()
    screens.add('how to begin')
  })

  await test.step('makes the first admin', async () => {
    await press(page, 'start new')
    screens.add('the first admin')
    await type('Display name', ADMIN.name)
    await type('Email', ADMIN.email)
    await type('Password', ADMIN.password)
    await press(page, 'make the account')
    await page.waitForURL((url) => url.searchParams.get('step') === 'band')
    expect((await page.request.get(`${system.url}/setup`)).status()).toBe(404)
  })

  await test.step('takes the names of the band', async () => {
    await type('name of the band', ARTIST)
    await press(page, 'save')
    await goOn(page, 'source')
  })

  await test.step('tries where setlists come from', async () => {
    const from = page.getByLabel('setlists come from', { exact: true })
    await from.selectOption({ label: 'your own files' })
    const zip = { name: 'setlists.zip', mimeType: 'application/zip', buffer: faultyZip() }
    await page.getByLabel('files', { exact: true }).setInputFiles(zip)
    await press(page, 'upload and check')
    const report = page.getByRole('region', { name: 'what an import would do' })
    await expect(report.getByText(`${FAULTS} faults:`)).toBeVisible()

    await from.selectOption({ label: 'setlist.fm' })
    await type('API key', RIGHT_KEY)
    await type('artist', 'lanterns')
    await press(page, 'search')
    await press(page, `choose ${ARTIST} (of the harbor)`)
    await press(page, 'test')
    await expect(page.getByRole('alert')).toContainText('There is a web page at this address')

    await from.selectOption({ label: 'Songfish' })
    await type('address of the API', 'https://songs.example')
    await press(page, 'test')
    await expect(page.getByRole('alert')).toContainText('Try again in 60 minutes')

    await from.selectOption({ label: 'phish.net' })
    await type('API key', 'wr0ngk3y')
    await press(page, 'test')
    await expect(page.getByRole('alert')).toContainText('The site does not take this key')
    await type('API key', RIGHT_KEY)
    await press(page, 'test')
    await expect(page.getByText('It works. An import would read:')).toBeVisible()
    await press(page, 'save')
    await expect(page.getByRole('link', { name: 'next', exact: true })).toBeVisible()
    await press(page, 'import now')
    await expect(page.getByText('Imported', { exact: true })).toBeVisible({ timeout: 90_000 })
    await goOn(page, 'mail')
  })

  await test.step('tries the mail server', async () => {
    const refusing = await startTalkingServer({
      greeting: '220 mail.example',
      reply: (line) => (/^(EHLO|HELO)/.test(line) ? '250 mail.example' : '550 5.7.1 we do not know you'),
    })
    const hanging = await startTalkingServer()
    const working = await startMailServer()
    try {
      await type('mail server', '127.0.0.1')
      await page.getByLabel('encryption', { exact: true }).selectOption({ label: 'none' })
      await type('port', String(refusing.port))
      await press(page, 'send a test message')
      await expect(page.getByText('The server refuses the sender')).toBeVisible()
      await expect(page.getByText('5.7.1 we do not know you')).toBeVisible()
      await type('port', String(hanging.port))
      await press(page, 'send a test message')
      await expect(page.getByText('The server did not respond within')).toBeVisible()
      await type('port', new URL(working.url).port)
      await press(page, 'send a test message')
      await expect(page.getByText('The mail server has taken the message')).toBeVisible()
      expect(working.received).toHaveLength(1)
      await press(page, 'save')
      await goOn(page, 'address')
    } finally {
      await Promise.all([refusing.stop(), hanging.stop(), working.stop()])
    }
  })

  await test.step('tries the address', async () => {
    await type('address for fans', front.origin)
    await type('proxies in front', '1')
    await press(page, 'save')
    await press(page, 'restart now')
    await page.getByRole('alertdialog').getByRole('button', { name: 'restart now' }).click()
    await page.waitForURL((url) => url.origin === front.origin && url.pathname === '/login', {
      timeout: 120_000,
    })
    await type('Email', ADMIN.email)
    await type('Password', ADMIN.password)
    await press(page, 'log in')
    await page.waitForURL((url) => url.searchParams.get('step') === 'address')
    await press(page, 'try it from this browser')
    await expect(page.getByText(`This page is at ${front.origin}, the address for fans.`)).toBeVisible()
    for (const works of [
      'The gateway knows that the connection is encrypted.',
      'Live updates come over a WebSocket.',
      'The session cookie comes back.',
    ]) {
      await expect(page.getByText(works)).toBeVisible()
    }
    await goOn(page, 'sign-ups')
  })

  await test.step('makes the first backup and lists the first show', async () => {
    await goOn(page, 'backup', 'skip')
    await press(page, 'back up now')
    await goOn(page, 'end')
    await expect(page.getByText('1 step is left')).toBeVisible()
    await page.getByRole('link', { name: new RegExp(site.next.venue) }).click()
    await page.waitForURL((url) => /^\/shows\/\d+$/.test(url.pathname))
    await expect(page.getByRole('heading', { name: site.next.venue }).first()).toBeVisible()
  })

  expect(typed()).toBeLessThanOrEqual(MAX_TYPED)
  expect([...screens].length, [...screens].join('\n')).toBeLessThanOrEqual(MAX_SCREENS)
  expect(errors).toEqual([])
  await context.close()
})
