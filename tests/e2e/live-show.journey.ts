import { textsIn } from '@called-it/languages/texts'
import type { PlayerPicks } from '@called-it/shared/contract/show-picks'
import type { PlainId } from '@called-it/shared/languages/translate'
import type { Browser, Page } from '@playwright/test'
import { expectFewRequests } from './api-requests.ts'
import { audit, untilStill } from './audit.ts'
import { addByTouch, expectSaved, openPicking, type SetLabel } from './builder.ts'
import { expect, test } from './console-watch.ts'
import { expectVisibleFocus, tabTo } from './keyboard.ts'
import { movedOn, shiftOf, watchShifts } from './layout-shifts.ts'
import {
  expectEntered,
  expectTilesAboveBar,
  likeliestOf,
  matchOf,
  openLiveEditor,
  searchField,
  tapButton,
  tapSong,
  tileOf,
} from './live-editor.ts'
import {
  countStandings,
  expectFeed,
  expectOwnScore,
  expectStage,
  type Night,
  readCards,
  readSongIds,
  type Stage,
} from './live-show.ts'
import { becomeNewFan, DEMO_ADMIN, logInByRequest, openBrowser, type Person } from './people.ts'
import { HEIGHTS, screenshot, screenshots } from './screenshots.ts'
import { expectShowLoaded } from './show-screens.ts'
import { listAtSource } from './source-reading.ts'

const PHONE = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true }

/** From the load of the page to the final score. */
const MAX_SHIFT = 0.05

type Fan = { page: Page; person: Person; picks: Partial<Record<SetLabel, readonly string[]>> }

const STAGE_TEXTS = {
  locked: 'live.locked',
  'set-break': 'live.break',
  live: 'live.live',
  ended: 'live.ended',
  final: 'live.final',
} as const satisfies Record<string, PlainId>

/** A reload would remove the mark. */
const mark = (page: Page) => page.evaluate(() => document.body.setAttribute('data-not-reloaded', ''))
const isMarked = (page: Page) => page.evaluate(() => document.body.hasAttribute('data-not-reloaded'))

async function pickByTouch({ page, picks }: Fan, showId: number): Promise<void> {
  await page.goto(`/prediction/${showId}`)
  await openPicking(page)
  for (const set of ['Set 1', 'Set 2', 'Encore'] as const) {
    for (const song of picks[set] ?? []) await addByTouch(page, song, set)
  }
  await page.getByRole('button', { name: 'submit setlist' }).tap()
  await expectSaved(page)
}

/** Opens a page of the caller beside the one that the journey uses, to look at it. */
async function openCopy(browser: Browser, watch: (page: Page) => void, of: Page): Promise<Page> {
  const storageState = await of.context().storageState()
  return openBrowser(browser, watch, { storageState })
}

/** Runs axe and measures the width; in a run for screenshots at all widths in both themes. */
async function inspect(page: Page, name: string): Promise<void> {
  for (const width of screenshots ? ([375, 768, 1440] as const) : ([375] as const)) {
    await page.setViewportSize({ width, height: HEIGHTS[width] })
    for (const theme of screenshots ? (['dark', 'light'] as const) : (['dark'] as const)) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await untilStill(page)
      expect.soft(await audit(page, theme), `${name}, ${width} px, ${theme}`).toEqual([])
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      expect.soft(wide, `${name} is too wide`).toBeLessThanOrEqual(width)
      await screenshot(page, `${name}-${width}-${theme}`)
    }
  }
}

test('plays a show for three fans on phones, entered on a fourth', async ({
  browser,
  watchConsole,
  goOffline,
}) => {
  test.setTimeout(600_000)
  const openPhone = () => openBrowser(browser, watchConsole, PHONE)
  const visitor = await openPhone()
  const admin = await openBrowser(browser, watchConsole)
  // Its service worker serves the editor without a connection.
  const operator = await openBrowser(browser, watchConsole, { ...PHONE, serviceWorkers: 'allow' })
  const songIds = await readSongIds(visitor)
  const [
    a = '',
    b = '',
    c = '',
    d = '',
    e = '',
    f = '',
    g = '',
    h = '',
    i = '',
    j = '',
    k = '',
    wrong = '',
    other = '',
  ] = songIds.keys()

  const signUp = async (name: string, picks: Fan['picks']): Promise<Fan> => {
    const page = await openPhone()
    return { page, person: await becomeNewFan(page, name), picks }
  }
  const fans = [
    await signUp('Ann Live', { 'Set 1': [a, c, b], 'Set 2': [e, g], Encore: [k] }),
    await signUp('Bob Live', { 'Set 1': [wrong, b, other, d], 'Set 2': [a] }),
    await signUp('Cem Live', { 'Set 2': [d, f], Encore: [j, k] }),
  ]
  const [ann] = fans
  if (!ann) throw new Error('there are no fans')
  await logInByRequest(admin, DEMO_ADMIN)
  const { shows }: { shows: { id: number; is_open: boolean }[] } = await (
    await visitor.request.get('/api/shows/upcoming')
  ).json()
  const showId = shows.find(({ is_open }) => is_open)?.id ?? 0

  const night: Night & { sets: Record<SetLabel, string[]> } = {
    sets: { 'Set 1': [], 'Set 2': [], Encore: [] },
    openSet: 'set1',
  }
  let cards: PlayerPicks[] = []
  /** Every fan sees what was played, and points and rank as the scorer counts them. */
  const expectNight = async (stage: Stage) => {
    const standings = countStandings(cards, night, songIds)
    for (const { page, person } of fans) {
      await expectStage(page, stage)
      const own = standings.find(({ name }) => name === person.name)
      if (!own) throw new Error(`${person.name} has no card`)
      await expectOwnScore(page, own, cards.length, stage)
      await expectFeed(page, night)
      expect(await isMarked(page), `${person.name} has not reloaded`).toBe(true)
    }
    await expectStage(visitor, stage)
    await expectFeed(visitor, night)
    expect(await isMarked(visitor)).toBe(true)
  }
  const inspectPage = async (of: Page, path: string, name: string) => {
    const copy = await openCopy(browser, watchConsole, of)
    await copy.goto(path)
    await copy.waitForLoadState('networkidle')
    await expectShowLoaded(copy)
    await inspect(copy, name)
    await copy.context().close()
  }
  const expectNightIn = async (language: string, stage: PlainId) => {
    const page = await openBrowser(browser, watchConsole, { ...PHONE, locale: language })
    await page.goto(`/shows/${showId}`, { waitUntil: 'networkidle' })
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(page.getByText(textsIn(language)(stage), { exact: true }).first()).toBeVisible()
    await untilStill(page)
    expect.soft(await audit(page, 'dark'), `${stage} in ${language}`).toEqual([])
    await page.context().close()
  }
  const inspectNight = async (state: keyof typeof STAGE_TEXTS) => {
    await inspectPage(ann.page, `/shows/${showId}`, `live-${state}`)
    await inspectPage(visitor, `/shows/${showId}`, `live-${state}-visitor`)
    for (const language of ['de', 'es']) await expectNightIn(language, STAGE_TEXTS[state])
  }

  await test.step('makes a user a live operator', async () => {
    const { email } = await becomeNewFan(operator, 'Olga Operator')
    await admin.goto('/admin')
    await admin.getByRole('searchbox', { name: 'search users' }).fill(email)
    await admin.getByRole('switch', { name: `live operator: ${email}` }).click()
    await expect(admin.getByRole('switch', { name: `live operator: ${email}` })).toBeChecked()
  })

  await test.step('saves the picks of the fans', async () => {
    for (const fan of fans) {
      await pickByTouch(fan, showId)
      await fan.page.addInitScript(watchShifts)
      await fan.page.goto(`/shows/${showId}`)
      await expect(fan.page.getByText('All picks are secret for now.')).toBeVisible()
      await mark(fan.page)
    }
    await visitor.goto(`/shows/${showId}`)
    await expect(visitor.getByRole('button', { name: 'make my picks' })).toBeVisible()
    await mark(visitor)
  })

  await test.step('locks the picks', async () => {
    await admin.goto(`/admin/shows/${showId}`)
    await admin.getByRole('button', { name: 'lock now' }).click()
    await admin.getByRole('button', { name: 'yes, lock now' }).click()
    // The demo's next show may be more than a day away.
    const again = admin.getByRole('button', { name: 'yes, lock it this early' })
    await expect(again.or(admin.getByRole('button', { name: 'reopen picks' }))).toBeVisible()
    if (await again.isVisible()) await again.click()
    for (const page of [visitor, ...fans.map((fan) => fan.page)]) {
      await expectStage(page, 'picks are closed')
      await expect(page.getByText('the band is not on yet')).toBeVisible()
      await expect(page.getByText('An admin has closed the picks.')).toBeVisible()
    }
    cards = await readCards(visitor, showId)
    await inspectNight('locked')
  })

  const play = async (set: SetLabel, song: string) => {
    await tapSong(operator, song)
    night.sets[set].push(song)
  }

  await test.step('enters the first song', async () => {
    await operator.goto(`/shows/${showId}`)
    await operator.getByRole('link', { name: 'live editor' }).tap()
    await expect(operator.getByText('tap what they play')).toBeVisible()
    await openLiveEditor(admin, showId)
    await play('Set 1', a)
    await expectNight('live')
    await expect(visitor.getByText('An admin has closed the picks.')).toHaveCount(0)
    await expectEntered(admin, night.sets)
  })

  await test.step('asks for the live show at most five times', async () => {
    for (const page of [visitor, ann.page]) {
      await expectFewRequests(page, `/shows/${showId}`)
      await mark(page)
    }
  })

  await test.step('keeps three taps without a connection through a reload, and sends each once', async () => {
    await operator.evaluate(async () => void (await navigator.serviceWorker.ready))
    await operator.reload()
    await expectEntered(operator, night.sets)
    await goOffline(operator)
    for (const song of [b, other, d]) await play('Set 1', song)
    await operator.reload()
    await expectEntered(operator, night.sets)
    await expect(operator.getByText('not sent', { exact: true })).toHaveCount(3)
    await operator.context().setOffline(false)
    await expectNight('live')
    await expectEntered(operator, night.sets)
    await expect(operator.getByText('not sent', { exact: true })).toHaveCount(0)
  })

  await test.step('takes a wrong song back', async () => {
    await play('Set 1', await likeliestOf(operator))
    await expectNight('live')
    await operator
      .getByRole('region', { name: 'played so far' })
      .getByRole('button', { name: 'undo last' })
      .tap()
    night.sets['Set 1'].pop()
    await expectNight('live')
    await expectEntered(operator, night.sets)
  })

  await test.step("shows that the source differs, and takes the source's setlist", async () => {
    await listAtSource(showId, { ...night.sets, 'Set 1': [a, b, c, d] })
    await admin.reload()
    await admin.getByRole('button', { name: 'the source differs' }).click()
    const comparison = admin.getByRole('dialog', { name: "ours and the source's" })
    await expect(comparison.getByRole('list', { name: 'Set 1, ours' })).toContainText(other)
    await expect(comparison.getByRole('list', { name: "Set 1, the source's" })).toContainText(c)
    await operator.reload()
    await operator.getByRole('button', { name: 'the source differs' }).tap()
    await inspectPage(admin, `/shows/${showId}/live`, 'live-editor-source-differs')
    await expect(operator.getByRole('button', { name: "take the source's setlist" })).toHaveCount(0)
    await comparison.getByRole('button', { name: "take the source's setlist" }).click()
    await expect(comparison).toBeHidden()
    night.sets['Set 1'] = [a, b, c, d]
    await expectNight('live')
    await expectEntered(operator, night.sets)
    await expect(operator.getByRole('button', { name: 'the source differs' })).toHaveCount(0)
  })

  await test.step('shows a set break', async () => {
    await goOffline(operator)
    await tapSong(operator, e)
    await admin.getByRole('button', { name: 'set 1 is over' }).click()
    night.openSet = 'set2'
    await expectNight('set break')
    await inspectNight('set-break')
  })

  await test.step('shows the conflict of two operators to both, and settles it for both', async () => {
    await operator.context().setOffline(false)
    const conflict = (page: Page) => page.getByRole('alert').filter({ hasText: `tapped ${e}` })
    await expect(conflict(operator)).toBeVisible()
    await expect(conflict(admin)).toBeVisible()
    await expectNight('set break')
    await expectTilesAboveBar(operator)
    await inspectPage(admin, `/shows/${showId}/live`, 'live-editor-conflict')
    await conflict(operator).getByRole('button', { name: 'add it' }).tap()
    await expect(conflict(admin)).toBeHidden()
    await expect(conflict(operator)).toBeHidden()
    night.sets['Set 2'] = [e]
    await expectNight('live')
  })

  await test.step('enters and corrects songs by keyboard', async () => {
    await admin.bringToFront()
    await admin.getByRole('link', { name: 'show page' }).focus()
    await tabTo(admin, searchField(admin))
    await admin.keyboard.type(wrong)
    await expect(matchOf(admin, wrong)).toBeVisible()
    await admin.keyboard.press('Enter')
    await expectEntered(admin, { ...night.sets, 'Set 2': [e, wrong] })
    await tabTo(admin, admin.getByRole('button', { name: `correct ${wrong}` }))
    await admin.keyboard.press('Enter')
    const dialog = admin.getByRole('dialog', { name: wrong })
    await expect(dialog).toBeVisible()
    await tabTo(admin, dialog.getByRole('combobox'))
    await admin.keyboard.type(f)
    await expect(dialog.getByRole('option').first()).toContainText(f)
    await admin.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expectVisibleFocus(admin)
    night.sets['Set 2'] = [e, f]
    await expectEntered(admin, night.sets)
    await expectNight('live')
    const name = await likeliestOf(admin)
    await tabTo(admin, tileOf(admin, name))
    await admin.keyboard.press('Enter')
    await expectEntered(admin, { ...night.sets, 'Set 2': [e, f, name] })
    await expectEntered(operator, { ...night.sets, 'Set 2': [e, f, name] })
    const undo = admin.getByRole('button', { name: 'undo last' })
    await tabTo(admin, undo)
    await admin.keyboard.press('Enter')
    await expectEntered(admin, night.sets)
    // A tap of an operator who has not seen the undo would be a conflict.
    await expectEntered(operator, night.sets)
  })

  await test.step('enters the rest of set 2', async () => {
    for (const song of [g, h, i]) {
      await play('Set 2', song)
      await expectNight('live')
    }
    const newest = operator.getByRole('region', { name: 'played so far' }).getByText(i, { exact: true })
    await operator.setViewportSize({ width: 375, height: 667 })
    await expect(newest).toBeInViewport()
    await operator.setViewportSize(PHONE.viewport)
    await expect(newest).toBeInViewport()
    await inspectNight('live')
    await expect(ann.page.locator('body')).toMatchAriaSnapshot({ name: 'live.aria.yml' })
    await inspectPage(operator, `/shows/${showId}/live`, 'live-editor')
  })

  await test.step('enters the encore', async () => {
    await tapButton(operator, 'encore')
    night.openSet = 'encore'
    await expectNight('set break')
    for (const song of [j, k]) {
      await play('Encore', song)
      await expectNight('live')
    }
  })

  await test.step('ends the show', async () => {
    await operator.getByRole('button', { name: 'show over' }).tap()
    await operator.getByRole('button', { name: 'it is over' }).tap()
    await expect(operator.getByRole('heading', { name: 'the show is over' })).toBeVisible()
    night.openSet = null
    await expectNight('over')
    await inspectNight('ended')
    await inspectPage(operator, `/shows/${showId}/live`, 'live-editor-ended')
  })

  await test.step('scores the show, with the same points', async () => {
    await admin.goto(`/admin/shows/${showId}`)
    await admin.getByRole('button', { name: 'Score Show' }).click()
    await expect(admin.getByText(`Processed ${cards.length} predictions with 0 errors`).first()).toBeVisible()
    await expectNight('final')
    for (const { page, person } of fans) {
      const message = `the night of ${person.name} moves: ${await movedOn(page)}`
      expect.soft(await shiftOf(page), message).toBeLessThanOrEqual(MAX_SHIFT)
    }
    await expect(operator.getByText('This show is scored, so it is closed here.')).toBeVisible()
    await inspectNight('final')
    for (const { page, person } of fans) {
      const own = countStandings(cards, night, songIds).find(({ name }) => name === person.name)
      const board = await (await page.request.get(`/api/shows/${showId}/board?around=me`)).json()
      expect(board.own).toEqual({ rank: own?.rank, total: own?.total })
      await page.goto(`/prediction/${showId}/score`)
      await expect(page.getByTestId('total-score')).toContainText(String(own?.total))
    }
  })

  for (const page of [visitor, admin, operator, ...fans.map((fan) => fan.page)]) await page.context().close()
})
