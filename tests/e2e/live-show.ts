import type { PlayerPicks } from '@called-it/shared/contract/show-picks'
import { NO_MERGES } from '@called-it/shared/game/merged-songs'
import { scorePrediction } from '@called-it/shared/game/scoring'
import { type ActualSetlist, arrangeSets, type OpenSet, type Picks } from '@called-it/shared/game/setlist'
import type { Locator, Page } from '@playwright/test'
import type { SetLabel } from './builder.ts'
import { expect } from './console-watch.ts'

const LABELS = { 'Set 1': '1', 'Set 2': '2', Encore: 'e' } as const satisfies Record<SetLabel, string>

/** What was played, by name; `openSet` null once the show is over. */
export type Night = { sets: Record<SetLabel, readonly string[]>; openSet: OpenSet }

export type SongIds = ReadonlyMap<string, number>

export async function readSongIds(page: Page): Promise<SongIds> {
  const { songs }: { songs: { id: number; name: string }[] } = await (
    await page.request.get('/api/songs/all')
  ).json()
  return new Map(songs.map(({ id, name }) => [name, id]))
}

export function entriesOf({ sets }: Pick<Night, 'sets'>): { set: string; song: string }[] {
  return (['Set 1', 'Set 2', 'Encore'] as const).flatMap((label) =>
    sets[label].map((song) => ({ set: LABELS[label], song })),
  )
}

function actualOf(night: Night, ids: SongIds): ActualSetlist {
  return arrangeSets(entriesOf(night).map(({ set, song }) => ({ set, song: ids.get(song) ?? 0 })))
}

export type Standing = { name: string | null; total: number; rank: number }

export function countStandings(
  cards: readonly Pick<PlayerPicks, 'player' | 'picks'>[],
  night: Night,
  ids: SongIds,
): Standing[] {
  const actual = actualOf(night, ids)
  const scored = cards.map(({ player, picks }) => {
    const idsOf = (slots: PlayerPicks['picks']['set1']) => slots.map((song) => song?.id ?? null)
    const card: Picks = { set1: idsOf(picks.set1), set2: idsOf(picks.set2), encore: idsOf(picks.encore) }
    const { total } = scorePrediction(card, actual, NO_MERGES, night.openSet)
    return { name: player?.display_name ?? null, total }
  })
  return scored.map((one) => ({ ...one, rank: 1 + scored.filter(({ total }) => total > one.total).length }))
}

/** All cards of a show whose picks are closed. */
export async function readCards(page: Page, showId: number): Promise<PlayerPicks[]> {
  const cards: PlayerPicks[] = []
  let query = ''
  for (;;) {
    const response = await page.request.get(`/api/shows/${showId}/predictions${query}`)
    await expect(response).toBeOK()
    const { predictions, next }: { predictions: PlayerPicks[]; next: number | null } = await response.json()
    cards.push(...predictions)
    if (next === null) return cards
    query = `?after=${next}`
  }
}

const headOf = (page: Page): Locator => page.getByRole('region', { name: 'show', exact: true })

export type Stage = 'picks are closed' | 'live' | 'set break' | 'over' | 'final'

export async function expectStage(page: Page, stage: Stage): Promise<void> {
  await expect(headOf(page).getByText(stage, { exact: true })).toBeVisible()
}

/** The page of a fan: own points, rank and number of players. */
export async function expectOwnScore(
  page: Page,
  own: Standing,
  players: number,
  stage: Stage,
): Promise<void> {
  const hero = page.getByRole('region', { name: 'your score' })
  const points = `${own.total} ${own.total === 1 ? 'point' : 'points'}${stage === 'final' ? ', final' : ' so far'}`
  await expect
    .poll(async () => (await hero.ariaSnapshot()).replaceAll(/\s+/g, ' '))
    .toMatch(new RegExp(`: "?${points}.*# ${own.rank} of ${players}\\b`))
}

/** Newest first on a page that has seen the show, at most this many. */
const FEED_ROWS = 8

/** The feed has these songs in this order, and no others. */
export async function expectFeed(page: Page, { sets }: Night): Promise<void> {
  const songs = entriesOf({ sets }).map(({ song }) => song)
  const feed = page.getByRole('region', { name: /^songs / }).getByRole('listitem')
  await expect(feed).toContainText(songs.toReversed().slice(0, FEED_ROWS))
}
