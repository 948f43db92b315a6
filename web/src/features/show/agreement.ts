import type { Crowd } from '@called-it/shared/contract/show-picks'
import { SET_NAMES, type SetName } from '@called-it/shared/game/setlist'
import { filledSlots } from '../../lib/shows/filled-slots.ts'

type Card = Crowd['card']

/** `slot`: the crowd has the song in the same slot; `card`: in another one. */
export type Agreement = 'slot' | 'card'

/** How a pick agrees with the crowd's card; null if it does not. Positions count from 1. */
export function agreementOf(card: Card, set: SetName, position: number, songId: number): Agreement | null {
  if (card[set][position - 1]?.id === songId) return 'slot'
  return SET_NAMES.some((name) => card[name].some((song) => song?.id === songId)) ? 'card' : null
}

/** How many own picks agree. */
export function countAgreements(card: Card, own: Card): { picked: number; slot: number; card: number } {
  const count = { picked: 0, slot: 0, card: 0 }
  for (const set of SET_NAMES) {
    for (const { position, id } of filledSlots(own[set])) {
      count.picked += 1
      const agreement = agreementOf(card, set, position, id)
      if (agreement) count[agreement] += 1
    }
  }
  return count
}
