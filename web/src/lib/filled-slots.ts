export const UNKNOWN_SONG = 'Unknown song'

type FilledSlot = { position: number; name: string }

/** The filled slots of a set. Positions count from 1, and empty slots count too. */
export function filledSlots(slots: readonly ({ readonly name: string } | null)[]): FilledSlot[] {
  return slots.flatMap((song, index) =>
    song ? [{ position: index + 1, name: song.name || UNKNOWN_SONG }] : [],
  )
}
