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
 * with it, or the initials do; then those of which a name contains it. Case, accents and apostrophes do not count.
 */
export function songSearch<Song extends SearchedSong>(
  songs: readonly Song[],
  nicknames: Nicknames = {},
): (typed: string) => readonly Song[] {
  let prepared: readonly PreparedSong<Song>[] | undefined
  return (typed) => {
    const wanted = typed.trim().toLowerCase()
    if (wanted === '') return songs
    prepared ??= prepareSongs(songs, nicknames)
    const folded = fold(wanted)
    const first: Song[] = []
    const other: Song[] = []
    for (const { song, names, lower } of prepared) {
      if (folded !== '' && names.some((name) => begins(name, folded))) first.push(song)
      else if (lower.includes(wanted) || (folded !== '' && names.some(({ text }) => text.includes(folded))))
        other.push(song)
    }
    return [...first, ...other]
  }
}

type PreparedName = { readonly text: string; readonly words: readonly string[] }
type PreparedSong<Song> = {
  readonly song: Song
  readonly names: readonly PreparedName[]
  readonly lower: string
}

function prepareSongs<Song extends SearchedSong>(
  songs: readonly Song[],
  nicknames: Nicknames,
): readonly PreparedSong<Song>[] {
  const calledBy = Map.groupBy(Object.keys(nicknames), (nickname) => fold(nicknames[nickname] ?? ''))
  return songs.map((song) => {
    const names = [song.name, ...(song.also_named ?? [])]
    return {
      song,
      names: [...names, ...(calledBy.get(fold(song.name)) ?? [])].map((name) => {
        const text = fold(name)
        return { text, words: text.split(/[^\p{L}\p{N}]+/u).filter(Boolean) }
      }),
      lower: names.join('\n').toLowerCase(),
    }
  })
}

function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\p{M}'’‘`]/gu, '')
    .toLowerCase()
}

function begins({ text, words }: PreparedName, typed: string): boolean {
  return (
    text.startsWith(typed) ||
    text.replace(ARTICLE, '').startsWith(typed) ||
    (typed.length > 1 && areInitials(words, typed))
  )
}

/** Whether each letter begins a word, in order; only small words are left out. */
function areInitials(words: readonly string[], letters: string): boolean {
  const [word, ...rest] = words
  if (letters === '') return true
  if (word === undefined) return false
  if (word[0] === letters[0] && areInitials(rest, letters.slice(1))) return true
  return SMALL_WORDS.has(word) && areInitials(rest, letters)
}
