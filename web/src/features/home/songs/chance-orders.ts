import { dueOf } from '@called-it/shared/game/usual-gap'
import type { Chances } from '../../../lib/shows/chances.ts'
import { clickOrder, FIRST_ORDER, type SongOrder, type SongOrderKey } from '../../../lib/songs/song-order.ts'

export const ORDER_KEYS = ['plays', 'az', 'chance', 'due'] as const satisfies readonly SongOrderKey[]
/** On a phone, whose list begins with the first. */
export const PHONE_ORDER_KEYS = ['chance', 'due', 'plays', 'az'] as const satisfies readonly SongOrderKey[]
export const LIKELIEST_FIRST: SongOrder = clickOrder(FIRST_ORDER, 'chance')

/** What songs are sorted by. Those that were not played for years come last. */
export function rankValue(chances: Chances, key: SongOrderKey): (song: { readonly id: number }) => number {
  return ({ id }) => {
    const played = chances.ofSongs.get(id)
    if (!played || played.chance === null) return -1
    return key === 'due' ? (dueOf(played.gap, played.usual_gap) ?? -1) : played.chance
  }
}
