import { basename } from 'node:path'
import { createFaultList } from '../faults.ts'
import { BrokenFileError, describeFileError } from './broken-file.ts'
import { type Archive, readRows } from './read-rows.ts'

/**
 * When two files have the same show or song, the later file wins. A show of a list of shows is as it says there.
 *
 * @throws SetlistSourceError when a file cannot be read at all
 */
export async function readArchive(paths: readonly string[]): Promise<Archive> {
  const archive: Archive = {
    shows: new Map(),
    songs: new Map(),
    setlists: new Map(),
    unknownColumns: [],
    faults: createFaultList(),
    described: new Set(),
    unlisted: new Set(),
    days: new Map(),
  }
  const joined: string[] = []
  for (const path of paths) if (!(await addFile(archive, path, false))) joined.push(path)
  for (const path of joined) await addFile(archive, path, true)
  const { shows, setlists, unlisted } = archive
  addDateFaults(archive)
  for (const showid of unlisted) shows.delete(showid)
  for (const showid of setlists.keys()) if (!shows.has(showid)) setlists.delete(showid)
  return archive
}

/** @returns false for setlists that lack what other files have, until `isLast` */
async function addFile(archive: Archive, path: string, isLast: boolean): Promise<boolean> {
  const file = basename(path)
  const noteUnknown = (names: readonly string[]) =>
    archive.unknownColumns.push(...names.map((name) => `${name} (${file})`))
  try {
    const unknown = await readRows(archive, path, isLast)
    noteUnknown(unknown ?? [])
    return unknown !== null
  } catch (error) {
    if (!(error instanceof BrokenFileError)) throw describeFileError(error, file)
    noteUnknown(error.unknownColumns)
    archive.faults.addStop({ file, row: null, show: null, field: null, message: error.message })
    return true
  }
}

/** One for each row that names another day than most rows of its show, in any file. */
function addDateFaults({ days, faults, unlisted }: Archive): void {
  for (const [show, rowsByDay] of days) {
    const [usual, ...others] = Array.from(rowsByDay).sort(([, one], [, other]) => other.length - one.length)
    for (const [day, places] of others) {
      const message = `is ${day} and not ${usual?.[0]}, as in row ${usual?.[1][0]?.row} of ${usual?.[1][0]?.file}`
      for (const place of places) faults.add({ ...place, show, field: 'showdate', message })
      unlisted.add(show)
    }
  }
}
