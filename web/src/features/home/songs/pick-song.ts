import type { SlotPlace } from '@called-it/shared/game/draft'
import { createContext, use } from 'react'
import { addToActiveSlot } from '../builder/active-slot.ts'
import type { PickedSong } from '../builder/show-draft.ts'

/** For visitors, who have no draft: what becomes of the first song that they tap, wherever it is. */
export const FirstPickContext = createContext<((song: PickedSong, place?: SlotPlace) => void) | null>(null)

/** Fills the active slot. */
export function usePickSong(showId: number | null): (song: PickedSong) => void {
  const pickFirst = use(FirstPickContext)
  if (pickFirst) return (song) => pickFirst(song)
  return (song) => showId !== null && addToActiveSlot(showId, song)
}
