import type { Browser, Page } from '@playwright/test'
import { expectSaved, savedPrediction } from './builder.ts'
import { expect, test } from './console-watch.ts'
import { LONG } from './long.ts'
import { linkMailedTo } from './mailbox.ts'
import { becomeNewFan, newPerson, openBrowser, type Person } from './people.ts'
import { countTaps, PHONE, type Tap } from './taps.ts'

const MAX_TAPS = 8
const LEAGUE = 'Row F'

/** The path of its invitation. */
async function startLeague(browser: Browser): Promise<string> {
  const page = await (await browser.newContext()).newPage()
  await becomeNewFan(page, 'Olga Owner')
  const data = { name: LEAGUE, tour_id: null, counts_from: 'all', drop_worst: 0 }
  const { league } = await (await page.request.post('/api/leagues', { data })).json()
  const { token } = await (await page.request.get(`/api/leagues/${league.id}/invitation`)).json()
  await page.context().close()
  return `/join/${token}`
}

/** Types into the focused field and on, as with the key of a phone that leads to the next one. */
async function type(page: Page, ...texts: readonly string[]): Promise<void> {
  for (const [index, text] of texts.entries()) {
    if (index > 0) await page.keyboard.press('Tab')
    await page.keyboard.type(text)
  }
}

/** Joins as a visitor, and returns the link that is mailed. */
async function joinAndSignUp(page: Page, tap: Tap, { email, name, password }: Person): Promise<string> {
  await expect(page.getByRole('heading', { name: LEAGUE })).toBeVisible()
  await tap(page.getByRole('button', { name: 'join' }))
  await expect(page.getByLabel('Email')).toBeFocused()
  await type(page, email, name, password)
  await tap(page.getByRole('button', { name: 'sign up' }))
  await page.waitForURL(/\/registration-success/)
  return linkMailedTo(email, /^\/verify-email\//)
}

async function expectMember(page: Page, { name }: Person): Promise<void> {
  await page.waitForURL(/\/leagues\/\d+$/)
  await expect(page.getByRole('table', { name: 'league table' })).toContainText(name)
}

test.use(PHONE)

test('leads from a link to membership and a saved prediction in 8 taps', async ({
  browser,
  page,
  watchConsole,
}) => {
  const path = await startLeague(browser)
  watchConsole(page)
  const guest = newPerson('Gus Guest')
  const { tap, taps } = countTaps()
  await page.goto(path)
  const link = await joinAndSignUp(page, tap, guest)
  const elsewhere = await openBrowser(browser, watchConsole)
  await elsewhere.goto(link)
  await elsewhere.waitForURL('**/login?verified=true')
  await expect(elsewhere.getByText('Your email has been verified. You can log in now.')).toBeVisible()
  await expectMember(page, guest)
  await tap(page.getByRole('link', { name: 'make your picks' }))
  const kickstart = page.getByRole('button', { name: /kickstart/ })
  await tap(kickstart)
  await expect(kickstart).toBeHidden()
  await tap(page.getByRole('button', { name: 'submit setlist' }))
  await expectSaved(page)
  expect((await savedPrediction(page)).setlist.set1.filter(Boolean)).not.toHaveLength(0)
  expect(taps()).toBeLessThanOrEqual(MAX_TAPS)
})

test(
  'joins in the tab in which the mailed link was opened',
  LONG,
  async ({ browser, page, watchConsole }) => {
    const path = await startLeague(browser)
    watchConsole(page)
    const guest = newPerson('Tess Tab')
    await page.goto(path)
    const link = await joinAndSignUp(page, countTaps().tap, guest)
    const otherTab = await page.context().newPage()
    watchConsole(otherTab)
    await otherTab.goto(link)
    await expectMember(otherTab, guest)
    await expect(otherTab.getByRole('link', { name: 'make your picks' })).toBeVisible()
    await page.goto(path)
    await page.waitForURL(/\/leagues\/\d+$/)
  },
)
