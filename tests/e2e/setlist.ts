import { expect, type Locator, type Page } from '@playwright/test'
import type { SetLabel } from './builder.ts'

const SET_SIZES = { 'Set 1': 8, 'Set 2': 8, Encore: 3 } as const satisfies Record<SetLabel, number>

type FiveSongs = readonly [string, string, string, string, string]

/** The five most played songs of the demo band, in the list's own order. */
export async function mostPlayedSongs(page: Page): Promise<FiveSongs> {
  const { songs }: { songs: { name: string; times_played: number }[] } = await (
    await page.request.get('/api/songs/all')
  ).json()
  const [first, second, third, fourth, fifth] = songs
    .toSorted((a, b) => b.times_played - a.times_played)
    .map(({ name }) => name)
  if (!first || !second || !third || !fourth || !fifth) throw new Error('the demo band has too few songs')
  return [first, second, third, fourth, fifth]
}

/** The slots of a set of the builder. */
export function slotsOf(page: Page, set: SetLabel): Locator {
  return page.getByRole('list', { name: set, exact: true }).getByRole('listitem')
}

/**
 * Expects a set of the builder to hold these songs and no others.
 *
 * @param songs slot by slot, null for an empty one; all slots after the last are empty
 */
export async function expectSet(page: Page, set: SetLabel, songs: readonly (string | null)[]): Promise<void> {
  const slots = Array.from(
    { length: SET_SIZES[set] },
    (_, index) => `${index + 1}${songs[index] ?? 'tap a song to put it here'}`,
  )
  await expect(slotsOf(page, set)).toHaveText(slots)
}

/** What the server holds for the show whose builder is open. */
export async function savedPrediction(
  page: Page,
): Promise<{ version: number; setlist: { set1: ({ name: string } | null)[] } }> {
  const showId = new URL(page.url()).pathname.split('/')[2]
  const response = await page.request.get(`/api/users/current/predictions/${showId}`)
  await expect(response).toBeOK()
  return (await response.json()).prediction
}
