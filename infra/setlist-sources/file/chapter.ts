import { basename } from 'node:path'
import type { z } from 'zod'
import type { FaultList } from '../faults.ts'
import type { SetlistRow } from '../rows/setlist.ts'
import type { ShowRow } from '../rows/shows.ts'
import type { SongRow } from '../rows/songs.ts'
import { type Columns, type FileKind, lackOf, matchColumns } from './columns.ts'
import { createNeighbours, type Neighbours } from './neighbours.ts'
import { countingOf, type NumberedRow, putInOrder } from './order.ts'
import { readId, setlistRow, showRow, songRow } from './rows.ts'
import { openTable, type TableRow } from './table.ts'

/** What one file holds. */
export interface Chapter {
  readonly kind: FileKind
  readonly shows: ReadonlyMap<string, ShowRow>
  /** By id, or by slug without one. */
  readonly songs: ReadonlyMap<string, SongRow>
  readonly setlists: ReadonlyMap<string, readonly SetlistRow[]>
  readonly unknownColumns: readonly string[]
  /** Shows of which a row is broken that lists them. */
  readonly unlisted: ReadonlySet<string>
  /** The rows that name a day of a show, by show and day. */
  readonly days: ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>
}

/** What other files say of shows and songs, by id. */
export type Lists = Pick<Chapter, 'shows' | 'songs'>

interface Draft {
  readonly file: string
  readonly columns: Columns
  readonly lists: Lists | null
  readonly faults: FaultList
  readonly neighbours: Neighbours
  readonly shows: Map<string, ShowRow>
  readonly songs: Map<string, SongRow>
  readonly setlists: Map<string, NumberedRow[]>
  readonly unlisted: Set<string>
  readonly days: Map<string, Map<string, number[]>>
}

/**
 * @returns null for setlists that lack what other files have, until these are given
 * @throws BrokenFileError when its header or its form is broken
 */
export async function readChapter(
  path: string,
  faults: FaultList,
  lists: Lists | null,
): Promise<Chapter | null> {
  const table = await openTable(path)
  try {
    const columns = matchColumns(table.columns)
    if (columns.joined.length > 0) {
      if (lists === null) return null
      const missing = columns.joined.filter((column) => lists[LIST_OF[column]].size === 0)
      if (missing.length > 0) throw lackOf(columns.kind, missing, columns.unknown)
    }
    const draft: Draft = {
      file: basename(path),
      columns,
      lists,
      faults,
      neighbours: createNeighbours(faults),
      shows: new Map(),
      songs: new Map(),
      setlists: new Map(),
      unlisted: new Set(),
      days: new Map(),
    }
    for await (const row of table.rows) addRow[columns.kind](draft, row)
    draft.neighbours.end()
    return { ...draft, kind: columns.kind, setlists: orderSetlists(draft), unknownColumns: columns.unknown }
  } finally {
    table.close()
  }
}

const LIST_OF = { showdate: 'shows', song: 'songs' } as const

const addRow = {
  songs(draft: Draft, row: TableRow): void {
    const song = parse(draft, songRow, row)
    if (song) draft.songs.set(song.songid ?? song.slug, song)
  },
  shows(draft: Draft, row: TableRow): void {
    const show = parse(draft, showRow, row)
    if (show === null) return
    addDay(draft, show, row.number)
    draft.shows.set(show.showid, show)
  },
  /** Setlists make shows known too. A show is excluded if all of its performances are. */
  setlists(draft: Draft, row: TableRow): void {
    const parsed = parse(draft, setlistRow, row)
    if (parsed === null) return
    const { performance, show } = parsed
    draft.neighbours.addIntact(show.showid)
    addDay(draft, show, row.number)
    const known = draft.shows.get(show.showid)
    if (known === undefined) draft.shows.set(show.showid, show)
    else if (known.exclude && !performance.exclude) {
      draft.shows.set(show.showid, { ...known, exclude: false })
    }
    grow(draft.setlists, show.showid, []).push({ number: row.number, row: performance })
  },
} as const satisfies Record<Columns['kind'], (draft: Draft, row: TableRow) => void>

function addDay({ days }: Draft, { showid, showdate }: ShowRow, number: number): void {
  if (showdate !== null) grow(grow(days, showid, new Map<string, number[]>()), showdate, []).push(number)
}

function grow<Value>(map: Map<string, Value>, key: string, empty: Value): Value {
  const value = map.get(key) ?? empty
  map.set(key, value)
  return value
}

function parse<Row>(draft: Draft, schema: z.ZodType<Row>, row: TableRow): Row | null {
  const values: Record<string, unknown> = {}
  for (const [column, place] of draft.columns.places) values[column] = row.values[place]
  if (row.fault !== null) {
    addBroken(draft, row, values.showid, new Map([[null, row.fault]]))
    return null
  }
  const unlisted = join(draft, values)
  if (unlisted !== null) {
    addBroken(draft, row, values.showid, new Map([unlisted]))
    return null
  }
  const parsed = schema.safeParse(values)
  if (parsed.success) return parsed.data
  const messages = new Map<string | null, string>()
  for (const { path, message } of parsed.error.issues) {
    const field = path.length === 0 ? null : path.join('.')
    if (!messages.has(field)) messages.set(field, message)
  }
  addBroken(draft, row, values.showid, messages)
  return null
}

/** Adds what the lists have of the row's show and song. Returns the field and message of an id that they lack. */
function join({ columns, lists }: Draft, values: Record<string, unknown>): [string, string] | null {
  if (columns.joined.includes('showdate')) {
    values.showdate = lists?.shows.get(readId(values.showid) ?? '')?.showdate
    if (values.showdate == null) return ['showid', 'has no date in a list of shows']
  }
  if (columns.joined.includes('song')) {
    const song = lists?.songs.get(readId(values.songid) ?? '')
    if (song === undefined) return ['songid', 'is in no list of songs']
    Object.assign(values, { song: song.song, slug: song.slug })
  }
  return null
}

/** @param messages by field; null is the whole row */
function addBroken(
  { file, columns, faults, neighbours, unlisted }: Draft,
  row: TableRow,
  showid: unknown,
  messages: ReadonlyMap<string | null, string>,
): void {
  const show = columns.kind === 'songs' ? null : readId(showid)
  for (const [field, message] of messages) {
    const fault = { file, row: row.number, show, field, message }
    if (row.stops) faults.addStop(fault)
    else faults.add(fault)
  }
  if (columns.kind === 'songs') return
  if (show === null) faults.addNamelessShow()
  else if (columns.kind === 'shows') unlisted.add(show)
  const [[field, message] = [null, '']] = messages
  const isCertain = show !== null && row.fault === null
  if (columns.kind === 'setlists') {
    neighbours.addBroken({ file, row: row.number, show, field, message }, isCertain)
  }
}

function orderSetlists({ file, setlists, faults }: Draft): ReadonlyMap<string, readonly SetlistRow[]> {
  const counting = countingOf(setlists.values())
  return new Map(
    Array.from(setlists, ([show, rows]) => {
      const ordered = putInOrder(rows, counting)
      for (const { number, field, message } of ordered.faults) {
        faults.add({ file, row: number, show, field, message })
      }
      return [show, ordered.rows]
    }),
  )
}
