import { t } from '../words/texts.ts'

export const unknownSong = () => t('words.unknown-song')

type NamedSong = { readonly name: string }

/** The filled slots of a set. Positions count from 1, and empty slots count too. */
export function filledSlots<Song extends NamedSong>(
  slots: readonly (Song | null)[],
): (Song & { position: number })[] {
  return slots.flatMap((song, index) =>
    song ? [{ ...song, position: index + 1, name: song.name || unknownSong() }] : [],
  )
}
