import { basename } from 'node:path'
import { createFaultList, type FaultList } from '../faults.ts'
import type { SetlistRow } from '../rows/setlist.ts'
import type { ShowRow } from '../rows/shows.ts'
import type { SongRow } from '../rows/songs.ts'
import { BrokenFileError, describeFileError } from './broken-file.ts'
import { type Lists, readChapter } from './chapter.ts'
import { createShowDates } from './show-dates.ts'

/** What files hold, without the rows that are broken. */
export interface Archive {
  /** Without shows of which a row is broken that lists them, or the date is in doubt. */
  readonly shows: ReadonlyMap<string, ShowRow>
  /** By id, or by slug without one. */
  readonly songs: ReadonlyMap<string, SongRow>
  /** Of listed shows, and numbered through the show. Some may lack rows: see `faults`. */
  readonly setlists: ReadonlyMap<string, readonly SetlistRow[]>
  /** Each with its file, also of files that are refused. */
  readonly unknownColumns: readonly string[]
  readonly faults: FaultList
}

/**
 * When two files have the same show or song, the later file wins. A show of a list of shows is as it says there.
 *
 * @throws SetlistSourceError when a file cannot be read at all
 */
export async function readArchive(paths: readonly string[]): Promise<Archive> {
  const shows = new Map<string, ShowRow>()
  const songs = new Map<string, SongRow>()
  const setlists = new Map<string, readonly SetlistRow[]>()
  const unknownColumns: string[] = []
  const faults = createFaultList()
  const dates = createShowDates()
  const unlisted = new Set<string>()
  const described = new Set<string>()
  const joined: string[] = []
  async function read(path: string, lists: Lists | null): Promise<void> {
    const file = basename(path)
    const noteUnknown = (names: readonly string[]) =>
      unknownColumns.push(...names.map((name) => `${name} (${file})`))
    try {
      const chapter = await readChapter(path, faults, lists)
      if (chapter === null) {
        joined.push(path)
        return
      }
      for (const [showid, show] of chapter.shows) {
        if (chapter.kind === 'shows') described.add(showid)
        else if (described.has(showid)) continue
        shows.set(showid, show)
      }
      for (const [key, song] of chapter.songs) songs.set(key, song)
      for (const [showid, rows] of chapter.setlists) setlists.set(showid, rows)
      noteUnknown(chapter.unknownColumns)
      for (const showid of chapter.unlisted) unlisted.add(showid)
      dates.add(file, chapter.days)
    } catch (error) {
      if (!(error instanceof BrokenFileError)) throw describeFileError(error, file)
      noteUnknown(error.unknownColumns)
      faults.addStop({ file, row: null, show: null, field: null, message: error.message })
    }
  }
  for (const path of paths) await read(path, null)
  for (const path of joined) await read(path, { shows, songs })
  for (const fault of dates.findFaults()) {
    faults.add(fault)
    unlisted.add(fault.show)
  }
  for (const showid of unlisted) shows.delete(showid)
  for (const showid of setlists.keys()) if (!shows.has(showid)) setlists.delete(showid)
  return { shows, songs, setlists, unknownColumns, faults }
}
