import type { CurrentSetlist, HandSetlist } from '@called-it/shared/contract/admin'
import type { Song } from '@called-it/shared/contract/songs'
import { SET_NAMES, type SetName } from '@called-it/shared/game/setlist'

/** A setlist as it is typed: a song a line, in the order they were played. */
export type SetlistText = Record<SetName, string>

/** A setlist as lines to edit. */
export function textOf(setlist: CurrentSetlist | null): SetlistText {
  const lines = (set: SetName) => setlist?.[set].map(({ name }) => name).join('\n') ?? ''
  return { set1: lines('set1'), set2: lines('set2'), encore: lines('encore') }
}

type ReadSetlist = { setlist: HandSetlist; unknown: Record<SetName, string[]> }

/**
 * Reads typed lines as songs of the catalogue, by name without case; where two songs share a name, the more
 * played one is meant. What is not known is listed by set.
 */
export function readSetlistText(text: SetlistText, songs: readonly Song[]): ReadSetlist {
  const byName = new Map(
    songs
      .toSorted((a, b) => a.times_played - b.times_played)
      .map((song) => [song.name.toLowerCase(), song.id]),
  )
  const read: ReadSetlist = {
    setlist: { set1: [], set2: [], encore: [] },
    unknown: { set1: [], set2: [], encore: [] },
  }
  for (const set of SET_NAMES) {
    for (const name of linesOf(text[set])) {
      const id = byName.get(name.toLowerCase())
      if (id === undefined) read.unknown[set].push(name)
      else read.setlist[set].push({ id })
    }
  }
  return read
}

function linesOf(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
}
