import { expect, type Locator, type Page } from '@playwright/test'

const SET_SIZES = { 'Set 1': 8, 'Set 2': 8, Encore: 3 }
export type SetLabel = keyof typeof SET_SIZES

const SET_BUTTONS: Readonly<Record<SetLabel, RegExp>> = {
  'Set 1': /^S1 \(/,
  'Set 2': /^S2 \(/,
  Encore: /^E \(/,
}

const EMPTY_SLOT = /(tap a song to put it here|the next song goes here(opener|closer|encore)?)/

type FiveSongs = readonly [string, string, string, string, string]

/** The five most played songs of the demo band. */
export async function mostPlayedSongs(page: Page): Promise<FiveSongs> {
  const { songs }: { songs: { name: string; times_played: number }[] } = await (
    await page.request.get('/api/songs/all')
  ).json()
  const sorted = songs.toSorted((a, b) => b.times_played - a.times_played)
  const [first, second, third, fourth, fifth] = sorted.map(({ name }) => name)
  if (!first || !second || !third || !fourth || !fifth) throw new Error('the demo band has too few songs')
  return [first, second, third, fourth, fifth]
}

/** Opens the builder of the first show that takes picks: today's, unless it has begun. */
export async function pickNextShow(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: 'pick setlist' }).first().click()
  await page.waitForURL(/\/prediction\/\d+$/)
  await expect(page.getByRole('list', { name: 'Set 1' })).toBeVisible()
}

/** The rows of the song list, without the suggestions above them. */
export function songRows(page: Page): Locator {
  return page.getByRole('region', { name: 'song list' }).locator('li[aria-posinset]')
}

/** Adds the song of this row, from 1 on, to the active slot. */
export function addButton(page: Page, row: number): Locator {
  return songRows(page)
    .and(page.locator(`[aria-posinset="${row}"]`))
    .getByRole('button', { name: /^add / })
}

/** The part of a row that opens it. */
export function songRow(page: Page, song: string): Locator {
  return songRows(page)
    .getByRole('button', { name: /^(?!add )/ })
    .filter({ has: page.getByText(song, { exact: true }) })
}

export function setButton(page: Page, set: SetLabel): Locator {
  return page.getByRole('button', { name: SET_BUTTONS[set] })
}

/** Adds a song to the next free slot of a set. */
export async function addSong(page: Page, song: string, set: SetLabel): Promise<void> {
  await page.getByPlaceholder('Search songs...').fill(song)
  await songRow(page, song).click()
  await setButton(page, set).click()
  await expect(slotsOf(page, set).getByText(song, { exact: true })).toBeVisible()
}

/** As {@link addSong}, on the page for picking of a phone. */
export async function addByTouch(page: Page, song: string, set: SetLabel): Promise<void> {
  await page.getByPlaceholder('Search songs...').tap()
  await page.getByPlaceholder('Search songs...').fill(song)
  const row = songRow(page, song)
  await row.tap({ position: await rightEnd(row) })
  await setButton(page, set).tap()
  await page.getByRole('tab', { name: set }).tap()
  const added = slotsOf(page, set).filter({ has: page.getByText(song, { exact: true }) })
  await expect.poll(() => added.evaluate(isUncovered), `${song} is visible above the songs`).toBe(true)
}

/** Where a tap opens a row: on a phone its left two thirds add the song. */
export async function rightEnd(row: Locator): Promise<{ x: number; y: number }> {
  await expect(row).toBeVisible()
  return { x: ((await row.boundingBox())?.width ?? 0) - 12, y: 20 }
}

/** Opens the page for picking of a phone. */
export async function openPicking(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'add songs' }).tap()
  await expect(page.getByRole('tab', { name: 'Set 1' })).toBeVisible()
}

/** Runs in the page: whether a tap on the centre of the element reaches it. */
export function isUncovered(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
}

export async function expectSaved(page: Page): Promise<void> {
  await expect(page.getByText('Prediction Saved!').first()).toBeVisible()
  await expect(page.getByText(/saved at/).filter({ visible: true })).toBeVisible()
}

export async function submit(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'submit setlist' }).click()
  await expectSaved(page)
}

export function slotsOf(page: Page, set: SetLabel): Locator {
  return page.getByRole('list', { name: set, exact: true }).getByRole('listitem')
}

/**
 * Expects a set of the builder to contain these songs and no others.
 *
 * @param songs slot by slot, null for an empty one; all slots after the last are empty
 */
export async function expectSet(page: Page, set: SetLabel, songs: readonly (string | null)[]): Promise<void> {
  const slots = Array.from({ length: SET_SIZES[set] }, (_, index) => {
    const song = songs[index]
    return song ? `${index + 1}${song}` : new RegExp(`^${index + 1}${EMPTY_SLOT.source}$`)
  })
  await expect(slotsOf(page, set)).toHaveText(slots)
}

type SavedPrediction = { version: number; setlist: { set1: ({ name: string } | null)[] } }

/** The stored prediction for the show whose builder is open. */
export async function savedPrediction(page: Page): Promise<SavedPrediction> {
  const showId = new URL(page.url()).pathname.split('/')[2]
  const response = await page.request.get(`/api/users/current/predictions/${showId}`)
  await expect(response).toBeOK()
  return (await response.json()).prediction
}
