import {
  foldedForms,
  foldedName,
  type Place,
  prepareTexts,
  type SearchedText,
  searchFor,
} from './search-fold.ts'

/** What a search looks at. */
export type SearchedSong = {
  readonly name: string
  /** The names of songs that are merged into it. */
  readonly also_named?: readonly string[] | undefined
}

/** The name of a song by what fans call it. */
export type Nicknames = Readonly<Record<string, string>>

/** Some fans leave them out when they type initials. */
const SMALL_WORDS = new Set('a an and as at by for from in is it my of on or the to with'.split(' '))
const ARTICLE = /^(?:the|an?) /

/**
 * Songs that match what is typed, each group in the order of `songs`: first those of which a name or nickname begins
 * with it, or the initials do; then those of which a word does; then those of which a name contains it. Case, accents
 * and signs do not count.
 */
export function songSearch<Song extends SearchedSong>(
  songs: readonly Song[],
  nicknames: Nicknames = {},
): (typed: string) => readonly Song[] {
  let prepared: readonly PreparedSong<Song>[] | undefined
  return (typed) => {
    if (typed.trim() === '') return songs
    prepared ??= prepareSongs(songs, nicknames)
    const placeOf = searchFor(typed)
    const letters = foldedName(typed)
    const found = Map.groupBy(prepared, ({ text, words }) =>
      letters.length > 1 && words.some((ofName) => areInitials(ofName, letters))
        ? 'beginning'
        : placeOf(text),
    )
    return PLACES.flatMap((place) => found.get(place) ?? []).map(({ song }) => song)
  }
}

const PLACES: readonly Place[] = ['beginning', 'word', 'inside']

type PreparedSong<Song> = {
  readonly song: Song
  readonly text: SearchedText
  /** The words of each of its names, in both forms. */
  readonly words: readonly (readonly string[])[]
}

function prepareSongs<Song extends SearchedSong>(
  songs: readonly Song[],
  nicknames: Nicknames,
): readonly PreparedSong<Song>[] {
  const calledBy = Map.groupBy(Object.keys(nicknames), (nickname) => foldedName(nicknames[nickname] ?? ''))
  return songs.map((song) => {
    const names = [song.name, ...(song.also_named ?? []), ...(calledBy.get(foldedName(song.name)) ?? [])]
    return {
      song,
      text: prepareTexts(names, (form) => (ARTICLE.test(form) ? [form.replace(ARTICLE, '')] : [])),
      words: names.flatMap(foldedForms).map((form) => form.split(' ')),
    }
  })
}

/** Whether each letter begins a word, in order; only small words are left out. */
function areInitials(words: readonly string[], letters: string): boolean {
  const [word, ...rest] = words
  if (letters === '') return true
  if (word === undefined) return false
  if (word[0] === letters[0] && areInitials(rest, letters.slice(1))) return true
  return SMALL_WORDS.has(word) && areInitials(rest, letters)
}
