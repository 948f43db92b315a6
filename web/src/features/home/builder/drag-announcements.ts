import type { SetName } from '@called-it/shared/game/setlist'
import type { Announcements, ScreenReaderInstructions, UniqueIdentifier } from '@dnd-kit/core'
import { SET_LABELS } from '../../../lib/set-labels.ts'
import type { SlotPlace } from './slot.tsx'

/** What a screen reader says of a handle, for those who do not see that it is one. */
export const DRAG_INSTRUCTIONS: ScreenReaderInstructions = {
  draggable:
    'To move a song, press space or enter, move it with the arrow keys, and press space or enter again to drop it. Escape puts it back.',
}

/** What a screen reader says while a song is moved within a set. */
export function announceDrags(set: SetName, slots: readonly SlotPlace[]): Announcements {
  const songAt = (id: UniqueIdentifier) => slots.find((slot) => slot.id === id)?.song?.name ?? 'the song'
  const placeOf = (id: UniqueIdentifier) => {
    const position = slots.find((slot) => slot.id === id)?.position
    return position === undefined
      ? SET_LABELS[set]
      : `slot ${position} of ${slots.length} in ${SET_LABELS[set]}`
  }
  // Both a drag's first word and what follows at once, since a song starts out over its own slot: were they
  // different, the first would never be heard.
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
