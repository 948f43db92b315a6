import type { ChangedSong, SongPlace } from '../contract/corrections.ts'

const SETS: Readonly<Record<string, string>> = { set1: 'set 1', set2: 'set 2', encore: 'encore' }

const setInWords = (set: string) => SETS[set] ?? `set ${set}`

/** What happened to a song in a correction: `Ghost moved to set 2, slot 4`. */
export function songChangeInWords({ name, before, after, countsAs }: ChangedSong): string {
  if (countsAs !== null) return `${name} counts as ${countsAs}`
  if (before.length === 0) return `${name} was played after all, in ${placesInWords(after)}`
  if (after.length === 0) return `${name} was not played`
  const [from, to] = [before[0], after[0]]
  if (before.length > 1 || after.length > 1 || !from || !to)
    return `${name} was played in ${placesInWords(after)}`
  if (from.set !== to.set || from.position !== to.position) return `${name} moved to ${placesInWords(after)}`
  if (from.special === to.special) return `${name} now counts as one with other songs`
  return to.special === null
    ? `${name} no longer ${from.special} ${setInWords(to.set)}`
    : `${name} ${to.special} ${setInWords(to.set)}`
}

function placesInWords(places: readonly SongPlace[]): string {
  return places.map(({ set, position }) => `${setInWords(set)}, slot ${position}`).join(' and ')
}
