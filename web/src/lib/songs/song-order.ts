import type { Song } from '@called-it/shared/contract/songs'

export const SONG_ORDERS = {
  plays: { label: 'words.order-plays', startsDescending: true },
  az: { label: 'words.order-az', startsDescending: false },
  chance: { label: 'words.order-chance', startsDescending: true },
  due: { label: 'words.order-due', startsDescending: true },
} as const

export type SongOrderKey = keyof typeof SONG_ORDERS
export type SongOrder = { readonly key: SongOrderKey; readonly descending: boolean }

export const FIRST_ORDER: SongOrder = { key: 'plays', descending: SONG_ORDERS.plays.startsDescending }

/** Reverses the active key; another key starts in its own direction. */
export function clickOrder(order: SongOrder, key: SongOrderKey): SongOrder {
  if (order.key === key) return { key, descending: !order.descending }
  return { key, descending: SONG_ORDERS[key].startsDescending }
}

type OrderedSong = Pick<Song, 'name' | 'times_played'>

/** @param rankValue what `chance` and `due` sort by */
export function sortSongs<Ordered extends OrderedSong>(
  songs: readonly Ordered[],
  { key, descending }: SongOrder,
  rankValue: (song: Ordered) => number = () => 0,
): Ordered[] {
  const compare = (a: Ordered, b: Ordered) => {
    if (key === 'az') return byName.compare(a.name, b.name)
    const byValue = key === 'plays' ? 0 : rankValue(a) - rankValue(b)
    return byValue || a.times_played - b.times_played || byName.compare(b.name, a.name)
  }
  return songs.toSorted((a, b) => (descending ? compare(b, a) : compare(a, b)))
}

const byName = new Intl.Collator('en', { sensitivity: 'base', numeric: true })
