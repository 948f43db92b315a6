import { basename } from 'node:path'
import { z } from 'zod'
import { setlistRow, showRow, songRow } from '../phishnet/rows.ts'
import { parseRow } from '../rows/fields.ts'
import type { SetlistRow } from '../rows/setlist.ts'
import type { ShowRow } from '../rows/shows.ts'
import type { SongRow } from '../rows/songs.ts'
import { SetlistSourceError } from '../source.ts'
import { showTimes, unknownColumns } from './columns.ts'
import { readRows } from './read-rows.ts'

export interface Archive {
  readonly shows: ReadonlyMap<string, ShowRow>
  /** By id, or by slug without one. */
  readonly songs: ReadonlyMap<string, SongRow>
  readonly setlists: ReadonlyMap<string, readonly SetlistRow[]>
  /** Each with a file that has it. */
  readonly unknownColumns: ReadonlyMap<string, string>
}

interface Chapter {
  readonly shows: Map<string, ShowRow>
  readonly songs: Map<string, SongRow>
  readonly setlists: Map<string, SetlistRow[]>
  readonly unknownColumns: Map<string, string>
}

function emptyChapter(): Chapter {
  return { shows: new Map(), songs: new Map(), setlists: new Map(), unknownColumns: new Map() }
}

/**
 * When two files have the same show or song, the later file wins.
 *
 * @throws SetlistSourceError that names the file, and the row and the field
 */
export async function readArchive(paths: readonly string[]): Promise<Archive> {
  const archive = emptyChapter()
  for (const path of paths) {
    const chapter = await readChapter(path)
    for (const [showid, show] of chapter.shows) archive.shows.set(showid, show)
    for (const [key, song] of chapter.songs) archive.songs.set(key, song)
    for (const [showid, rows] of chapter.setlists) archive.setlists.set(showid, rows)
    for (const [column, file] of chapter.unknownColumns) archive.unknownColumns.set(column, file)
  }
  return archive
}

async function readChapter(path: string): Promise<Chapter> {
  const chapter = emptyChapter()
  const file = basename(path)
  let number = 0
  let add: AddRow | undefined
  for await (const row of readRows(path)) {
    number += 1
    const place = `${file}, row ${number}`
    add ??= addRowLike(row, place)
    add(chapter, row, place)
    for (const column of unknownColumns(row)) chapter.unknownColumns.set(column, file)
  }
  return chapter
}

type AddRow = (chapter: Chapter, row: unknown, place: string) => void

/** In this order, since each kind has columns that the kinds after it lack. */
const performanceColumns = z.object({ showid: z.unknown(), set: z.unknown(), song: z.unknown() })
const showColumns = z.object({ showid: z.unknown(), showdate: z.unknown() })
const songColumns = z.object({ song: z.unknown(), slug: z.unknown() })

/** All rows of a file are of the kind of its first row. */
function addRowLike(row: unknown, place: string): AddRow {
  if (performanceColumns.safeParse(row).success) return addPerformance
  if (showColumns.safeParse(row).success) return addShow
  if (songColumns.safeParse(row).success) return addSong
  throw new SetlistSourceError('malformed', `${place}: is neither a performance, a show nor a song`)
}

/** Setlists make shows known too. A show is excluded if all of its performances are. */
function addPerformance(chapter: Chapter, row: unknown, place: string): void {
  const performance = parseRow(setlistRow, row, place)
  const rows = chapter.setlists.get(performance.showid)
  const show = chapter.shows.get(performance.showid)
  if (rows === undefined) {
    chapter.setlists.set(performance.showid, [performance])
    addShow(chapter, row, place)
    return
  }
  rows.push(performance)
  if (show?.exclude && !performance.exclude)
    chapter.shows.set(performance.showid, { ...show, exclude: false })
}

function addShow(chapter: Chapter, row: unknown, place: string): void {
  const show = { ...parseRow(showRow, row, place), times: parseRow(showTimes, row, place) }
  chapter.shows.set(show.showid, show)
}

function addSong(chapter: Chapter, row: unknown, place: string): void {
  const song = parseRow(songRow, row, place)
  chapter.songs.set(song.songid ?? song.slug, song)
}
