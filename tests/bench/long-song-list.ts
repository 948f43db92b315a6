/** A song list as long as a real band's, with chances: the demo band has a quarter of it. */
import { CHANCE_REASONS } from '@called-it/shared/game/chance/song-chance'
import { SLOT_COUNT } from '@called-it/shared/game/setlist'
import type { Page } from '@playwright/test'

export const LONG_LIST = 977
const WORDS = 'amber bridge candle delta ember ferry garden harbor iron kettle lantern the of river'.split(
  ' ',
)

/** What this page reads of songs and chances from now on. */
export async function lengthenSongList(page: Page): Promise<void> {
  await page.route('**/api/songs/all', (route) => route.fulfill({ json: { songs } }))
  await page.route('**/api/shows/*/chances', (route) => route.fulfill({ json: { chances } }))
}

const songs = Array.from({ length: LONG_LIST }, (_, index) => ({
  id: index + 1,
  name: [index, index * 5, index * 11]
    .slice(index % 3)
    .map((at) => WORDS[at % WORDS.length])
    .concat(String(index))
    .join(' '),
  slug: `song-${index}`,
  times_played: (index * 37) % 601,
  gap: index % 400,
  last_played: '2026-01-01',
}))

const chances = {
  shows: [{ id: 1, date: '2026-01-01', venue: 'The Foundry', location: 'Pittsburgh, PA, USA' }],
  recent_shows: 100,
  tour_shows: 9,
  venue_shows: 4,
  songs: songs.map(({ id }) => ({
    id,
    chance: (id * 53) % 600,
    reasons: [CHANCE_REASONS[id % CHANCE_REASONS.length]],
    gap: id % 30,
    usual_gap: 1 + (id % 12),
    last: 0,
    lately: id % 4,
    recent: (id * 7) % 31,
    tour: id % 9,
    venue: id % 4,
    usual: { set: 'set1', position: 1 + (id % 8) },
  })),
  suggestions: Array.from({ length: SLOT_COUNT }, (_, slot) =>
    songs.slice(slot, slot + 4).map(({ id }) => id),
  ),
  method: 'model',
  made_at: '2026-01-01T00:00:00.000Z',
  is_frozen: false,
}
