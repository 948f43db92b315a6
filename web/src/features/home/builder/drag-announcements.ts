import type { SetName } from '@called-it/shared/game/setlist'
import type { Announcements, ScreenReaderInstructions, UniqueIdentifier } from '@dnd-kit/core'
import { SET_LABELS } from '../../../lib/shows/set-labels.ts'
import type { SlotContent } from './slot.tsx'

export const DRAG_INSTRUCTIONS: ScreenReaderInstructions = {
  draggable:
    'To move a song, press space or enter, move it with the arrow keys, and press space or enter again to drop it. Escape puts it back.',
}

/** Live-region texts, by song and slot rather than by element id. */
export function announceDrags(set: SetName, slots: readonly SlotContent[]): Announcements {
  const songAt = (id: UniqueIdentifier) => slots.find((slot) => slot.id === id)?.song?.name ?? 'the song'
  const placeOf = (id: UniqueIdentifier) => {
    const position = slots.find((slot) => slot.id === id)?.position
    return position === undefined
      ? SET_LABELS[set]
      : `slot ${position} of ${slots.length} in ${SET_LABELS[set]}`
  }
  // A drag starts over its own slot, so dnd-kit announces start and over at once. The same text for both keeps the second
  // from cutting off the first.
  const pickedUp = (id: UniqueIdentifier) => `Picked up ${songAt(id)}, over its own ${placeOf(id)}.`
  return {
    onDragStart: ({ active }) => pickedUp(active.id),
    onDragOver: ({ active, over }) => {
      if (!over) return `${songAt(active.id)} is outside the set.`
      if (over.id === active.id) return pickedUp(active.id)
      return `${songAt(active.id)} is over ${placeOf(over.id)}.`
    },
    onDragEnd: ({ active, over }) =>
      over
        ? `Dropped ${songAt(active.id)} on ${placeOf(over.id)}.`
        : `${songAt(active.id)} is back where it was.`,
    onDragCancel: ({ active }) => `${songAt(active.id)} is back where it was.`,
  }
}
