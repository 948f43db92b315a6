import type { Page } from '@playwright/test'
import { addButton, expectSaved, openPicking, savedPrediction, slotsOf } from './builder.ts'
import { expect, test } from './console-watch.ts'
import { expectKept, fillCard, openShows, pickFirst, type Show, SLOTS } from './first-card.ts'
import { linkMailedTo } from './mailbox.ts'
import { DEMO_ADMIN, logInByRequest, newPerson, openBrowser, type Person, submitLogin } from './people.ts'
import { countTaps, PHONE, type Tap, watchScreens } from './taps.ts'

const MAX_SCREENS = 5

/** On the screen that the first song leads to. Returns the link that is mailed. */
async function signUp(page: Page, tap: Tap, { venue }: Show, song: string, person: Person): Promise<string> {
  await expect(page.getByRole('heading', { name: `save your picks for ${venue}` })).toBeVisible()
  await expect(page.getByText(song)).toBeVisible()
  for (const [label, text] of [
    ['Email', person.email],
    ['Display name', person.name],
    ['Password', person.password],
  ] as const) {
    await tap(page.getByLabel(label, { exact: true }))
    await page.keyboard.type(text)
  }
  await tap(page.getByRole('button', { name: 'sign up, keep my pick' }))
  await expect(page.getByRole('heading', { name: 'check your mail' })).toBeVisible()
  await expect(page.getByText(`next: your picks for ${venue}, with ${song} as your opener`)).toBeVisible()
  return linkMailedTo(person.email, /^\/verify-email\//)
}

test.use(PHONE)

for (const { way, inSheet, maxTaps } of [
  { way: 'the same tab', inSheet: false, maxTaps: 24 },
  { way: 'another tab', inSheet: true, maxTaps: 25 },
  { way: 'another browser', inSheet: false, maxTaps: 24 },
] as const) {
  test(`leads from a show to 19 saved picks when the mail opens in ${way}`, async ({
    browser,
    page,
    watchConsole,
  }) => {
    watchConsole(page)
    const { tap, taps } = countTaps()
    const screens = watchScreens(page)
    const person = newPerson('Lena Link')
    const [show] = await openShows(page)
    if (!show) throw new Error('no show takes picks')
    const builder = `**/prediction/${show.id}`
    const song = await pickFirst(page, tap, show, inSheet)
    const link = await signUp(page, tap, show, song, person)

    if (way === 'the same tab') await page.goto(link)
    if (way === 'another tab') {
      const otherTab = await page.context().newPage()
      watchConsole(otherTab)
      await otherTab.goto(link)
      await otherTab.waitForURL(builder)
      await expectKept(otherTab, song)
    }
    if (way === 'another browser') {
      const elsewhere = await openBrowser(browser, watchConsole, PHONE)
      await elsewhere.goto(link)
      await elsewhere.waitForURL('**/login?verified=true')
      await expect(elsewhere.getByText('Your email has been verified. You can log in now.')).toBeVisible()
      await page.waitForURL(builder)
      await submitLogin(elsewhere, person)
      await elsewhere.waitForURL(builder)
      await elsewhere.context().close()
    }

    await page.waitForURL(builder)
    await expect(page.getByText(`you're in, ${person.name}. your opener is where you left it.`)).toBeVisible()
    await expectKept(page, song)
    await fillCard(page, tap, song)
    await tap(page.getByRole('button', { name: 'submit setlist' }))
    await expectSaved(page)
    const { setlist } = await savedPrediction(page)
    expect(Object.values(setlist).flat().filter(Boolean)).toHaveLength(SLOTS)
    expect(setlist.set1[0]?.name).toBe(song)
    expect(taps()).toBeLessThanOrEqual(maxTaps)
    expect([...screens].length, [...screens].join(', ')).toBeLessThanOrEqual(MAX_SCREENS)
  })
}

test('leads to a past show when picks have closed before the mail is opened', async ({
  browser,
  page,
  watchConsole,
}) => {
  watchConsole(page)
  const admin = await openBrowser(browser, watchConsole)
  await logInByRequest(admin, DEMO_ADMIN)
  const show = (await openShows(page)).at(-1)
  if (!show) throw new Error('no show takes picks')
  const { tap } = countTaps()
  const song = await pickFirst(page, tap, show, true)
  const link = await signUp(page, tap, show, song, newPerson('Lou Late'))
  const change = (path: string, data?: object) =>
    admin.request.post(`/api/admin/shows/${show.id}/${path}`, { data })
  await expect(await change('lock-now')).toBeOK()
  try {
    await page.goto(link)
    await page.waitForURL(`**/prediction/${show.id}`)
    const sentence = page.getByRole('status').filter({ hasText: 'try them on a past show' })
    await expect(sentence).toHaveText(/^picks closed at \d+:\d\d [AP]M\. try them on a past show$/)
    await sentence.getByRole('link').tap()
    await page.getByRole('listitem').getByRole('link').first().tap()
    await page.waitForURL(/\/shows\/\d+\/practice$/)
    await openPicking(page)
    await tap(addButton(page, 1))
    await expect(slotsOf(page, 'Set 1').first()).not.toHaveText('1the next song goes hereopener')
  } finally {
    const reopened = await change('reopen', { locks_at: show.locks_at, reason: 'too early' })
    await expect(reopened).toBeOK()
    await admin.context().close()
  }
})
