import { expectSaved, savedPrediction } from './builder.ts'
import { expect, test } from './console-watch.ts'
import { expectKept, fillCard, openShows, pickFirst, SLOTS } from './first-card.ts'
import { linkMailedTo } from './mailbox.ts'
import { becomeNewFan, newPerson, openBrowser } from './people.ts'
import { countTaps, PHONE } from './taps.ts'

const LINK = /^\/link\//
const MAX_TAPS = 25
const MAX_FIELDS = 2

test.use(PHONE)

test('leads from a show to 19 saved picks by a mailed link, without a password', async ({
  page,
  watchConsole,
}) => {
  watchConsole(page)
  const { tap, taps } = countTaps()
  const person = newPerson('Lynn Link')
  const [show] = await openShows(page)
  if (!show) throw new Error('no show takes picks')
  const song = await pickFirst(page, tap, show, true)
  const typed = [
    ['Email', person.email],
    ['Display name', person.name],
  ] as const
  for (const [label, text] of typed) {
    await tap(page.getByLabel(label, { exact: true }))
    await page.keyboard.type(text)
  }
  await tap(page.getByRole('button', { name: 'email me a link' }))
  await expect(page.getByRole('heading', { name: 'check your mail' })).toBeVisible()

  const waiting = await page.context().newPage()
  watchConsole(waiting)
  await waiting.goto(page.url())
  await page.goto(await linkMailedTo(person.email, LINK))
  await tap(page.getByRole('button', { name: 'log in here' }))
  const builder = `**/prediction/${show.id}`
  await page.waitForURL(builder)
  // The other tab of the browser goes on by itself.
  await waiting.waitForURL(builder)
  await waiting.close()
  await expectKept(page, song)
  await fillCard(page, tap, song)
  await tap(page.getByRole('button', { name: 'submit setlist' }))
  await expectSaved(page)
  const { setlist } = await savedPrediction(page)
  expect(Object.values(setlist).flat().filter(Boolean)).toHaveLength(SLOTS)
  expect(typed.length).toBeLessThanOrEqual(MAX_FIELDS)
  expect(taps()).toBeLessThanOrEqual(MAX_TAPS)
})

test('logs a second browser in by the code of the link, which then works no more', async ({
  browser,
  page,
  watchConsole,
}) => {
  watchConsole(page)
  const person = await becomeNewFan(page, 'Cody Code')
  await page.context().clearCookies()
  const waiting = await openBrowser(browser, watchConsole, PHONE)
  const enter = async (code: string) => {
    await waiting.getByLabel('Code', { exact: true }).fill(code)
    await waiting.getByRole('button', { name: 'log in with the code' }).tap()
  }
  await waiting.goto('/login')
  await waiting.getByLabel('Email').fill(person.email)
  await waiting.getByRole('button', { name: 'email me a link' }).tap()
  const link = await linkMailedTo(person.email, LINK)
  await enter('000000')
  await expect(waiting.getByText('This is not the code')).toBeVisible()

  await page.goto(link)
  await expect(page.getByText('Type it only on your own screen')).toBeVisible()
  await enter((await page.getByText(/^\d{6}$/).textContent()) ?? '')
  await waiting.waitForURL((url) => url.pathname === '/')
  await expect(waiting.getByRole('button', { name: `account of ${person.name}` })).toBeVisible()
  await waiting.context().close()

  await page.getByRole('button', { name: 'log in here' }).tap()
  await expect(page.getByRole('alert')).toContainText('This link no longer works')
})
