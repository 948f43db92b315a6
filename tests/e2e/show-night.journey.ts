import type { Locator, Page } from '@playwright/test'
import { addSong, pickNextShow, submit } from './builder.ts'
import { expect, test } from './console-watch.ts'
import { DEMO_ADMIN, logIn, newPerson, openBrowser, type Person, register } from './people.ts'
import { enterSetlist } from './setlist-desk.ts'

/** The fan's own row of the board that is open. */
function ownRow(page: Page, person: Person): Locator {
  return page.getByRole('row').filter({ hasText: person.name })
}

/** A fan's total on the global board, as their open page shows it. */
async function totalOf(page: Page, person: Person): Promise<number> {
  return Number(await ownRow(page, person).getByRole('cell').last().textContent())
}

/** The most played songs of the demo band, in the list's own order. */
async function listedSongs(page: Page, count: number): Promise<string[]> {
  const { songs }: { songs: { name: string; times_played: number }[] } = await (
    await page.request.get('/api/songs/all')
  ).json()
  return songs
    .toSorted((a, b) => b.times_played - a.times_played)
    .slice(0, count)
    .map(({ name }) => name)
}

/** Marks a page, so that a reload would be noticed: the mark would be gone. */
const mark = (page: Page) => page.evaluate(() => document.body.setAttribute('data-not-reloaded', ''))
const isMarked = (page: Page) => page.evaluate(() => document.body.hasAttribute('data-not-reloaded'))

test('two fans predict, an admin scores, and both boards move by themselves', async ({
  browser,
  watchConsole,
}) => {
  test.setTimeout(300_000)
  const [ann, bob] = [newPerson('Ann Journey'), newPerson('Bob Journey')]
  const annPage = await openBrowser(browser, watchConsole)
  const bobPage = await openBrowser(browser, watchConsole)
  const adminPage = await openBrowser(browser, watchConsole)
  const [first, second, third, fourth] = await listedSongs(annPage, 4)
  if (!first || !second || !third || !fourth) throw new Error('the demo band has too few songs')

  await test.step('the fans register by the mailed link and log in', async () => {
    for (const [page, fan] of [
      [annPage, ann],
      [bobPage, bob],
    ] as const) {
      await register(page, fan)
      await logIn(page, fan)
    }
  })

  let showPath = ''
  await test.step('they predict the next show', async () => {
    await pickNextShow(annPage)
    await addSong(annPage, first, 'Set 1')
    await addSong(annPage, second, 'Set 1')
    await addSong(annPage, third, 'Set 1')
    await submit(annPage)
    showPath = new URL(annPage.url()).pathname

    await pickNextShow(bobPage)
    await addSong(bobPage, second, 'Set 2')
    await addSong(bobPage, fourth, 'Encore')
    await submit(bobPage)
    expect(new URL(bobPage.url()).pathname).toBe(showPath)
  })

  await test.step('both open pages that show their score', async () => {
    await annPage.goto('/leaderboard')
    await bobPage.goto('/leaderboard')
    await expect(annPage.getByRole('row').nth(1)).toBeVisible()
    await expect(bobPage.getByRole('row').nth(1)).toBeVisible()
    await expect(ownRow(annPage, ann)).toHaveCount(0)
    await mark(annPage)
    await mark(bobPage)
  })

  await logIn(adminPage, DEMO_ADMIN)
  const showId = showPath.split('/').at(-1) ?? ''

  // By hand, since the demo band plays this show on its day alone, and a day may end in the middle of a journey.
  await test.step('the admin enters what was played and scores the show', async () => {
    await enterSetlist(adminPage, showId, { 'Set 1': [second, first], 'Set 2': [third], Encore: [fourth] })
    await adminPage.getByRole('button', { name: 'Score Show' }).click()
    await expect(adminPage.getByText('Scoring Complete').first()).toBeVisible()
    await expect(adminPage.getByText(/^Processed \d+ predictions with 0 errors$/).first()).toBeVisible()
    await expect(adminPage.getByText('Scored', { exact: true })).toBeVisible()
  })

  await test.step('both boards show the fans, without a reload', async () => {
    await expect(ownRow(annPage, ann)).toBeVisible()
    await expect(ownRow(bobPage, bob)).toBeVisible()
    for (const [page, fan] of [
      [annPage, ann],
      [bobPage, bob],
    ] as const) {
      const own = await (await page.request.get('/api/users/current/score')).json()
      expect(own.showsParticipated).toBe(1)
      await expect.poll(() => totalOf(page, fan)).toBe(own.totalScore)
      expect(await isMarked(page)).toBe(true)
    }
  })

  await test.step("one of them looks at the show's score", async () => {
    await bobPage.goto(`${showPath}/score`)
    await expect(bobPage.getByRole('heading', { name: 'Score Breakdown' })).toBeVisible()
    await mark(bobPage)
  })

  await test.step('the admin corrects the setlist and scores again', async () => {
    await enterSetlist(adminPage, showId, { 'Set 1': [first, second, third], 'Set 2': [], Encore: [fourth] })
    await adminPage.getByRole('button', { name: 'Rescore' }).click()
    await expect(adminPage.getByText('Rescoring Complete').first()).toBeVisible()
  })

  await test.step('both see the new numbers, without a reload', async () => {
    // Opener 15, the middle song 10, the closer 15.
    await expect.poll(() => totalOf(annPage, ann)).toBe(40)
    // A song of set 1 picked in set 2: 3; an encore song on its spot: 15.
    await expect(bobPage.getByTestId('total-score')).toContainText('18')
    expect(await isMarked(annPage)).toBe(true)
    expect(await isMarked(bobPage)).toBe(true)
  })
})
