import { BrokenFileError } from './broken-file.ts'
import { FILE_COLUMNS } from './rows.ts'

export type FileKind = keyof typeof FILE_COLUMNS

export interface Columns {
  readonly kind: FileKind
  /** The place in the header of each column that is read. */
  readonly places: ReadonlyMap<string, number>
  readonly unknown: readonly string[]
  /** Of setlists: what other files have, by the ids of show and song. */
  readonly joined: readonly ('showdate' | 'song')[]
}

/** Other names, besides other case and blanks, hyphens and underscores. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['date', 'showdate'],
  ['pos', 'position'],
  ['setnumber', 'set'],
  ['songname', 'song'],
  ['songtitle', 'song'],
  ['tour', 'tourname'],
  ['venuename', 'venue'],
])

/** Columns of the phish.net API, version 5, and of joined dumps of it that are not read. */
const UNUSED: ReadonlySet<string> = new Set([
  ...['abbr', 'artist', 'artist_name', 'artist_slug', 'artistid', 'created_at', 'debut', 'debut_permalink'],
  ...['is_original', 'isjam', 'isjamchart', 'isreprise', 'jamchart_description', 'last_permalink', 'meta'],
  ...['nickname', 'performances', 'permalink', 'position_in_set', 'reviews', 'setlist_notes', 'showday'],
  ...['showmonth', 'showyear', 'tourwhen', 'tracktime', 'transition', 'uniqueid', 'updated_at', 'venueid'],
  // Spreadsheets end lines with empty columns.
  '',
])

const KNOWN: ReadonlySet<string> = new Set(Object.values(FILE_COLUMNS).flatMap(({ all }) => all))

const bare = (name: string) => name.replace(/[\s_-]/g, '')
const BARE: ReadonlyMap<string, string> = new Map([
  ...Array.from(KNOWN, (column) => [bare(column), column] as const),
  ...ALIASES,
])

/**
 * Finds the columns of a file by their names, and what its rows are.
 *
 * @throws BrokenFileError that names missing columns, or those that it has twice
 */
export function matchColumns(header: readonly string[]): Columns {
  const places = new Map<string, number>()
  const names = header.map((name) => name.trim().toLowerCase())
  for (const [place, name] of names.entries()) {
    if (!KNOWN.has(name)) continue
    if (places.has(name)) throw new BrokenFileError(`has the column ${name} twice`)
    places.set(name, place)
  }
  for (const [place, name] of names.entries()) {
    const column = UNUSED.has(name) ? undefined : BARE.get(bare(name))
    // A column of the very name counts before the others.
    if (column !== undefined && !places.has(column)) places.set(column, place)
  }
  // A list without rows has no columns.
  if (names.length === 0) return { kind: 'shows', places, unknown: [], joined: [] }
  nameExported(names, places)
  const read = new Set(places.values())
  const unknown = header.filter((_, place) => !read.has(place) && !UNUSED.has(names[place] ?? ''))
  const kind = kindOf(places, unknown)
  const missing = FILE_COLUMNS[kind].required.filter((column) => !places.has(column))
  const joined = missing.filter((column) => column === 'showdate' || column === 'song')
  const isJoined = kind === 'setlists' && (!joined.includes('song') || places.has('songid'))
  if (missing.length === 0 || (isJoined && joined.length === missing.length)) {
    return { kind, places, unknown, joined }
  }
  throw lackOf(kind, missing, unknown)
}

export function lackOf(
  kind: FileKind,
  missing: readonly string[],
  unknown: readonly string[],
): BrokenFileError {
  const columns = `column${missing.length === 1 ? '' : 's'} ${missing.join(', ')}`
  return new BrokenFileError(`holds ${kind}, and lacks the ${columns}`, unknown)
}

/** Tables of a database name their own columns shortly: `id` of a show, `id` and `title` of a song. */
function nameExported(names: readonly string[], places: Map<string, number>): void {
  const take = (column: string, other: string) => {
    const place = names.indexOf(other)
    if (place !== -1 && !places.has(column)) places.set(column, place)
  }
  const has = (column: string) => places.has(column)
  // The id of a row of setlists is nobody's.
  if (['set', 'position', 'song', 'showid'].some(has)) return
  if (has('showdate')) take('showid', 'id')
  else if (!FILE_COLUMNS.shows.all.some(has)) take('song', 'title')
  if (has('song')) take('songid', 'id')
}

function kindOf(places: ReadonlyMap<string, number>, unknown: readonly string[]): FileKind {
  const has = (column: string) => places.has(column)
  if (has('set') || has('position')) return 'setlists'
  if (has('showid') && has('songid')) return 'setlists'
  if (has('song') && ['showid', 'showdate', 'venue'].some(has)) return 'setlists'
  if (has('song') || has('slug')) return 'songs'
  if (FILE_COLUMNS.shows.all.some(has)) return 'shows'
  throw new BrokenFileError('has the columns of neither setlists, shows nor songs', unknown)
}
