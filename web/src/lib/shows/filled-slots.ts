import { SET_NAMES, type SetName } from '@called-it/shared/game/setlist'

export const UNKNOWN_SONG = 'Unknown song'

type NamedSong = { readonly name: string }

/** The filled slots of a set. Positions count from 1, and empty slots count too. */
export function filledSlots<Song extends NamedSong>(
  slots: readonly (Song | null)[],
): (Song & { position: number })[] {
  return slots.flatMap((song, index) =>
    song ? [{ ...song, position: index + 1, name: song.name || UNKNOWN_SONG }] : [],
  )
}

type Slots = Readonly<Record<SetName, readonly (object | null)[]>>

export function countPicks(slots: Slots): number {
  return SET_NAMES.reduce((count, set) => count + slots[set].filter(Boolean).length, 0)
}
