import type { Page } from '@playwright/test'
import { outlines } from './outlines.ts'
import { expectLoaded, fan, opensBy, type Screen, visitor } from './screen.ts'
import { openNextShow } from './show-screens.ts'

/** Taps the first suggestion, which asks a visitor for an account. */
async function keepSong(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^add / }).first().click()
  await page.getByRole('heading', { name: /^save your picks for / }).waitFor()
  await expectLoaded(page)
}

async function waitForMail(page: Page): Promise<void> {
  await keepSong(page)
  await page.goto('/registration-success?email=ana.koval%40gmail.com')
  await page.getByText('waiting for your click').waitFor()
}

async function openNextBuilder(page: Page): Promise<void> {
  const { shows } = await (await page.request.get('/api/shows/upcoming')).json()
  await page.goto(`/prediction/${shows[0].id}`)
  await page.getByRole('list', { name: 'Set 1' }).waitFor()
}

/** As after the way in, with the song that the visitor has tapped. */
async function returnWithSong(page: Page): Promise<void> {
  const { shows } = await (await page.request.get('/api/shows/upcoming')).json()
  const { songs } = await (await page.request.get('/api/songs/all')).json()
  const [{ id, venue }, song] = [shows[0], songs[0]]
  const kept = [Date.now() + 3_600_000, id, song.id, 'set1', 1, venue, song.name].join('\n')
  await page.evaluate((record) => localStorage.setItem('called-it:song', record), kept)
  await openNextBuilder(page)
  await page.getByText("you're in").filter({ visible: true }).waitFor()
  await expectLoaded(page)
}

type Song = { id: number; name: string }

/** Of which the server learns nothing: screens change no data. */
async function saveFullCard(page: Page): Promise<void> {
  const { songs } = await (await page.request.get('/api/songs/all')).json()
  const names = new Map(songs.map(({ id, name }: Song): [number, string] => [id, name]))
  await page.route('**/api/predictions', async (route) => {
    const { show_id, setlist } = route.request().postDataJSON()
    const now = new Date().toISOString()
    const named = (slots: { id: number }[]) => slots.map(({ id }) => ({ id, name: names.get(id) }))
    const [set1, set2, encore] = [setlist.set1, setlist.set2, setlist.encore].map(named)
    const record = { id: 1, user_id: 1, show_id: Number(show_id), score: null, version: 1 }
    const prediction = { ...record, setlist: { set1, set2, encore }, created_at: now, updated_at: now }
    await route.fulfill({ json: { prediction, updated: false } })
  })
  const addSongs = page.getByRole('button', { name: 'add songs' })
  if (await addSongs.isVisible()) await addSongs.click()
  const suggestions = page.getByRole('region', { name: 'suggestions' })
  const tile = suggestions.getByRole('button', { name: /^add / }).first()
  while ((await suggestions.getByRole('heading').textContent()) !== 'all 19 are in') await tile.click()
  // The card of the phase has one, too, where the builder is beside it.
  await page
    .getByRole('button', { name: /^submit/ })
    .filter({ visible: true })
    .first()
    .click()
  await page.getByRole('region', { name: 'saved picks' }).waitFor()
  // Its code comes late.
  await page.getByRole('button', { name: 'add a passkey' }).waitFor()
  await expectLoaded(page)
}

/** From a show's link to saved picks: each leaves its song or draft behind, so they come last. */
export const firstPickScreens: readonly Screen[] = [
  visitor('sheet-visitor', '/', openNextShow, {
    act: opensBy('make my picks', (page) => page.getByText('just looking')),
    outline: outlines.sheetVisitor,
  }),
  visitor('register-kept', '/', openNextShow, { act: keepSong, outline: outlines.registerKept }),
  visitor('registration-success-kept', '/', openNextShow, {
    act: waitForMail,
    outline: outlines.registrationSuccessKept,
  }),
  fan('sheet-kept', '/', openNextBuilder, { act: returnWithSong, outline: outlines.sheetKept }),
  fan('sheet-saved', '/', openNextBuilder, { act: saveFullCard, outline: outlines.sheetSaved }),
]
