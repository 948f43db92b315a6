import { packHistogram } from '@called-it/shared/game/live/histogram'
import { expect, type Locator, type Page } from '@playwright/test'
import { outlines } from './outlines.ts'
import {
  expectLoaded,
  fan,
  invent,
  opensBy,
  type Screen,
  showsRole,
  showsText,
  visitor,
  WIDE,
  WIDE_MADE_UP,
  waitForChances,
} from './screen.ts'

/** Some parts are read once they are in view. */
export async function expectShowLoaded(page: Page): Promise<void> {
  const loading = page.getByRole('status').filter({ hasText: 'Loading' })
  await expect(async () => {
    const around = page.getByRole('heading', { name: 'around me' })
    if (await around.isVisible()) await around.scrollIntoViewIfNeeded()
    for (const part of await loading.all()) await part.scrollIntoViewIfNeeded({ timeout: 500 })
    await expect(loading).toHaveCount(0, { timeout: 1_000 })
  }).toPass({ timeout: 30_000 })
  await page.evaluate(() => scrollTo(0, 0))
}

/** A show's id is not known before. */
export const goToFirstShow = async (page: Page, list: string, subpage = '', index = 0) => {
  const { shows } = await (await page.request.get(`/api/shows/${list}`)).json()
  await page.goto(`/shows/${shows[index].id}${subpage}`)
}
const opensShow = (list: string, settled: (page: Page) => Locator, index?: number) => async (page: Page) => {
  await goToFirstShow(page, list, '', index)
  await settled(page).waitFor()
  await expectShowLoaded(page)
}
const openProof = (list: string, text: string) => async (page: Page) => {
  await goToFirstShow(page, list, '/proof')
  await page.getByText(text).waitFor()
}
export const openNextShow = opensShow('upcoming', (page) =>
  page.getByRole('button', { name: 'make my picks' }),
)
async function openNextShowWithChances(page: Page): Promise<void> {
  const { shows } = await (await page.request.get('/api/shows/upcoming')).json()
  await waitForChances(page, shows[0].id)
  await openNextShow(page)
}
const openPlayedShow = opensShow('recent/multiple', (page) =>
  page.getByRole('heading', { name: 'most picked songs' }),
)
/** The fan has picked for it, not for the one after it. */
const openOwnShow = opensShow(
  'recent/multiple',
  (page) => page.getByRole('region', { name: 'your score' }),
  1,
)

const openReplay = (page: Page) => openLastScored(page, 'replay')
const openPractice = (page: Page) => openLastScored(page, 'practice')

async function openLastScored(page: Page, part: 'replay' | 'practice'): Promise<void> {
  const { shows } = await (await page.request.get('/api/shows/recent/multiple')).json()
  await page.goto(`/shows/${shows[1].id}/${part}${part === 'replay' ? '?song=9' : ''}`)
  await page
    .getByRole('slider')
    .or(page.getByRole('region', { name: 'your picks' }))
    .waitFor()
}

/** The fan's card, shared by the request of the dialog. */
async function openSharedCard(page: Page): Promise<void> {
  const { shows } = await (await page.request.get('/api/shows/recent/multiple')).json()
  const shared = await page.request.put(`/api/users/current/shows/${shows[1].id}/share`)
  await page.goto(`/s/${(await shared.json()).token}`)
  await page.getByRole('link', { name: /^(guess the next show|try it on this show)$/ }).waitFor()
  await expectLoaded(page)
}

async function openCrowdedSharedCard(page: Page): Promise<void> {
  await invent(page, '**/api/shares/*', async (route) => {
    const card = await (await route.fetch()).json()
    const result = { ...card.result, total: 285, rank: 888_888, players: 1_000_000, machine: 0 }
    await route.fulfill({ json: { ...card, name: 'W'.repeat(40), result } })
  })
  await openSharedCard(page)
}

async function submitPractice(page: Page): Promise<void> {
  const addSongs = page.getByRole('button', { name: 'add songs' })
  if (await addSongs.isVisible()) await addSongs.click()
  await page
    .getByRole('button', { name: /^add (?!songs)/ })
    .first()
    .click()
  await page
    .getByRole('button', { name: /^submit/ })
    .filter({ visible: true })
    .click()
  await page.getByRole('slider').press('End')
}

const openAllPicks = async (page: Page) => {
  await page.getByRole('heading', { name: "everybody's picks" }).click()
  await page.getByRole('list', { name: "everybody's picks" }).waitFor()
}
/** The show as if it were played right now, with its first five songs. */
async function playFirstSongs(page: Page): Promise<void> {
  await invent(page, /\/api\/shows\/\d+\/page$/, async (route) => {
    const body = await (await route.fetch()).json()
    const live = {
      ...body.live,
      phase: 'live',
      openSet: 'set1',
      performances: body.live.performances.slice(0, 5),
      histogram: packHistogram([{ total: 3, players: body.live.players }]),
    }
    const show = { ...body.show, phase: 'live', is_scored: false, scored_at: null }
    await route.fulfill({ json: { ...body, phase: 'live', show, live, setlist: null, corrections: null } })
  })
  await page.reload()
  await page.getByText('on now').waitFor()
  await expectShowLoaded(page)
}
const showMore = (page: Page) => page.getByRole('link', { name: /^proof of the picks/ })

export const showScreens: readonly Screen[] = [
  visitor('show-open', '/', openNextShowWithChances, { ...WIDE, outline: outlines.showOpen }),
  visitor('show-played', '/', openPlayedShow, WIDE),
  visitor('show-picks', '/', openPlayedShow, { act: openAllPicks }),
  visitor('show-more', '/', openPlayedShow, { act: opensBy('more', showMore), outline: outlines.showMore }),
  visitor('proof-none', '/', openProof('recent/multiple', 'This show has no fingerprint.'), WIDE),
  visitor('proof-open', '/', openProof('upcoming', 'Picks are still open.')),
  visitor('proof-unknown', '/shows/0/proof', showsText('There is no such show.')),
  visitor('replay', '/', openReplay, WIDE),
  visitor('practice-shows', '/practice', showsRole('button', 'any show'), WIDE),
  visitor('practice', '/', openPractice, WIDE),
  visitor('practice-played', '/', openPractice, { act: submitPractice }),
  visitor('show-unknown', '/shows/0', showsText('There is no such show.')),
  visitor('shared-card-unknown', `/s/${'a'.repeat(22)}`, showsText('There is no such card.')),
  fan('show-own-card', '/', openOwnShow, { ...WIDE, outline: outlines.showOwnCard }),
  fan('show-live', '/', openOwnShow, { act: playFirstSongs, outline: outlines.showLive }),
  fan('shared-card', '/', openSharedCard, { ...WIDE, outline: outlines.sharedCard }),
  fan('shared-card-crowded', '/', openCrowdedSharedCard, WIDE_MADE_UP),
  fan('replay-own-card', '/', openReplay, WIDE),
]
