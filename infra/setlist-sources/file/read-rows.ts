import { basename } from 'node:path'
import type { z } from 'zod'
import type { FaultList } from '../faults.ts'
import type { SetlistRow } from '../rows/setlist.ts'
import type { ShowRow } from '../rows/shows.ts'
import type { SongRow } from '../rows/songs.ts'
import type { SourceFault } from '../source.ts'
import { type Columns, lackOf, matchColumns } from './columns.ts'
import { countingOf, type NumberedRow, putInOrder } from './order.ts'
import { readId, setlistRow, showRow, songRow } from './rows.ts'
import { openTable, type TableRow } from './table.ts'

interface Place {
  readonly file: string
  readonly row: number
}

/** What files hold, without the rows that are broken. */
export interface Archive {
  /** Without shows of which a row is broken that lists them, or the date is in doubt. */
  readonly shows: Map<string, ShowRow>
  /** By id, or by slug without one. */
  readonly songs: Map<string, SongRow>
  /** Of listed shows, and numbered through the show. Some may lack rows: see `faults`. */
  readonly setlists: Map<string, readonly SetlistRow[]>
  /** Each with its file, also of files that are refused. */
  readonly unknownColumns: string[]
  readonly faults: FaultList
  /** Shows of lists of shows, which describe them before all setlists. */
  readonly described: Set<string>
  /** Shows of which a row is broken that lists them. */
  readonly unlisted: Set<string>
  /** The rows that name a day of a show, by show and day. */
  readonly days: Map<string, Map<string, Place[]>>
}

interface Reading {
  readonly archive: Archive
  readonly file: string
  readonly columns: Columns
  readonly neighbours: Neighbours
  readonly setlists: Map<string, NumberedRow[]>
}

const LIST_OF = { showdate: 'shows', song: 'songs' } as const

/**
 * Adds the rows of a file to the archive.
 *
 * @returns the unknown columns; null for setlists that lack what other files have, until these were read
 * @throws BrokenFileError when its header or its form is broken
 */
export async function readRows(
  archive: Archive,
  path: string,
  areOthersRead: boolean,
): Promise<readonly string[] | null> {
  const table = await openTable(path)
  const columns = matchColumns(table.columns)
  if (columns.joined.length > 0 && !areOthersRead) return null
  const missing = columns.joined.filter((column) => archive[LIST_OF[column]].size === 0)
  if (missing.length > 0) throw lackOf(columns.kind, missing, columns.unknown)
  const neighbours = createNeighbours(archive.faults)
  const reading: Reading = { archive, file: basename(path), columns, neighbours, setlists: new Map() }
  for await (const row of table.rows) addRow[columns.kind](reading, row)
  neighbours.end()
  addSetlists(reading)
  return columns.unknown
}

const addRow = {
  songs(reading: Reading, row: TableRow): void {
    const song = parse(reading, songRow, row)
    if (song) reading.archive.songs.set(song.songid ?? song.slug, song)
  },
  shows(reading: Reading, row: TableRow): void {
    const show = parse(reading, showRow, row)
    if (show === null) return
    const { shows, described } = reading.archive
    addDay(reading, show.showid, show.showdate, row.number)
    shows.set(show.showid, show)
    described.add(show.showid)
  },
  /** Setlists make shows known too. A show is excluded if all of its performances are. */
  setlists(reading: Reading, row: TableRow): void {
    const parsed = parse(reading, setlistRow, row)
    if (parsed === null) return
    const { performance, show } = parsed
    const { neighbours, setlists } = reading
    const { shows, described } = reading.archive
    const { showid } = show
    neighbours.addIntact(showid)
    addDay(reading, showid, show.showdate, row.number)
    const known = setlists.has(showid) ? shows.get(showid) : undefined
    if (!described.has(showid)) {
      if (known === undefined) shows.set(showid, show)
      else if (known.exclude && !performance.exclude) shows.set(showid, { ...known, exclude: false })
    }
    grow(setlists, showid, []).push({ number: row.number, row: performance })
  },
} as const satisfies Record<Columns['kind'], (reading: Reading, row: TableRow) => void>

function addDay({ archive, file }: Reading, showid: string, day: string | null, row: number): void {
  if (day !== null) grow(grow(archive.days, showid, new Map()), day, []).push({ file, row })
}

function grow<Value>(map: Map<string, Value>, key: string, empty: Value): Value {
  const value = map.get(key) ?? empty
  map.set(key, value)
  return value
}

function parse<Row>(reading: Reading, schema: z.ZodType<Row>, row: TableRow): Row | null {
  const values: Record<string, unknown> = {}
  for (const [column, place] of reading.columns.places) values[column] = row.values[place]
  const messages = new Map<string | null, string>()
  if (row.fault !== null) messages.set(null, row.fault)
  else {
    const lack = join(reading, values)
    const parsed = lack === null ? schema.safeParse(values) : null
    if (parsed?.success) return parsed.data
    if (lack !== null) messages.set(...lack)
    for (const { path, message } of parsed?.error.issues ?? []) {
      const field = path.length === 0 ? null : path.join('.')
      if (!messages.has(field)) messages.set(field, message)
    }
  }
  addBroken(reading, row, values.showid, messages)
  return null
}

/** Adds what the lists have of the row's show and song. Returns the field and message of an id that they lack. */
function join({ columns, archive }: Reading, values: Record<string, unknown>): [string, string] | null {
  if (columns.joined.includes('showdate')) {
    values.showdate = archive.shows.get(readId(values.showid) ?? '')?.showdate
    if (values.showdate == null) return ['showid', 'has no date in a list of shows']
  }
  if (columns.joined.includes('song')) {
    const song = archive.songs.get(readId(values.songid) ?? '')
    if (song === undefined) return ['songid', 'is in no list of songs']
    Object.assign(values, { song: song.song, slug: song.slug })
  }
  return null
}

/** @param messages by field; null is the whole row */
function addBroken(
  { archive: { faults, unlisted }, file, columns: { kind }, neighbours }: Reading,
  row: TableRow,
  showid: unknown,
  messages: ReadonlyMap<string | null, string>,
): void {
  const show = kind === 'songs' ? null : readId(showid)
  const found = Array.from(messages, ([field, message]) => ({ file, row: row.number, show, field, message }))
  for (const fault of found) row.stops ? faults.addStop(fault) : faults.add(fault)
  if (kind === 'songs') return
  if (show === null) faults.addNamelessShow()
  else if (kind === 'shows') unlisted.add(show)
  const [first] = found
  if (kind === 'setlists' && first) neighbours.addBroken(first, show !== null && row.fault === null)
}

function addSetlists({ archive, file, setlists }: Reading): void {
  const counting = countingOf(setlists.values())
  for (const [show, rows] of setlists) {
    const ordered = putInOrder(rows, counting)
    for (const { number, field, message } of ordered.faults) {
      archive.faults.add({ file, row: number, show, field, message })
    }
    archive.setlists.set(show, ordered.rows)
  }
}

/** Finds the show of a broken row that does not name it for certain: the rows of a setlist lie together. */
interface Neighbours {
  addIntact(show: string): void
  /** @param isCertain the row names its show, and its fields are in their columns */
  addBroken(fault: SourceFault, isCertain: boolean): void
  end(): void
}

function createNeighbours(faults: FaultList): Neighbours {
  let before: string | null = null
  let waiting: SourceFault[] = []

  function settle(after: string | null): void {
    const around = new Set([before, after].filter((show) => show !== null))
    for (const fault of waiting) {
      if (fault.show !== null && around.has(fault.show)) continue
      for (const show of around) faults.addDoubt(show, fault)
    }
    waiting = []
    before = after
  }

  return {
    addIntact: settle,
    addBroken(fault, isCertain) {
      if (isCertain) settle(fault.show)
      else waiting.push(fault)
    },
    end: () => settle(null),
  }
}
