import type { Song } from '@called-it/shared/contract/songs'

export const SONG_ORDERS = {
  plays: { label: 'Plays', startsDescending: true },
  az: { label: 'A-Z', startsDescending: false },
} as const

export type SongOrderKey = keyof typeof SONG_ORDERS
export type SongOrder = { readonly key: SongOrderKey; readonly descending: boolean }

export const FIRST_ORDER: SongOrder = { key: 'plays', descending: SONG_ORDERS.plays.startsDescending }

/** Reverses the active key; another key starts in its own direction. */
export function clickOrder(order: SongOrder, key: SongOrderKey): SongOrder {
  if (order.key === key) return { key, descending: !order.descending }
  return { key, descending: SONG_ORDERS[key].startsDescending }
}

type ListedSong = Pick<Song, 'name' | 'times_played' | 'also_named'>

/** The songs of which a name contains the search, case-insensitive, sorted. */
export function listSongs<Listed extends ListedSong>(
  songs: readonly Listed[],
  search: string,
  order: SongOrder,
): Listed[] {
  const wanted = search.trim().toLowerCase()
  const compare = COMPARE[order.key]
  return songs
    .filter(({ name, also_named = [] }) =>
      [name, ...also_named].some((known) => known.toLowerCase().includes(wanted)),
    )
    .sort((a, b) => (order.descending ? compare(b, a) : compare(a, b)))
}

const byName = new Intl.Collator('en', { sensitivity: 'base', numeric: true })

const COMPARE: Record<SongOrderKey, (a: ListedSong, b: ListedSong) => number> = {
  plays: (a, b) => a.times_played - b.times_played || byName.compare(b.name, a.name),
  az: (a, b) => byName.compare(a.name, b.name),
}
