import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { printFault } from '../faults.ts'
import { findIdsOfSlugs } from '../ids-of-slugs.ts'
import { plainLine } from '../plain-text.ts'
import { setlistOf } from '../rows/setlist.ts'
import { showsOf, toursOf } from '../rows/shows.ts'
import { countPlays } from '../rows/song-statistics.ts'
import { songsOf } from '../rows/songs.ts'
import { type SetlistSource, SetlistSourceError } from '../source.ts'
import { readArchive } from './archive.ts'
import { describeFileError } from './broken-file.ts'
import type { Archive } from './read-rows.ts'

export interface FileOptions {
  /** Files, or folders whose CSV, TSV and JSON files are read, without subfolders. */
  readonly paths: readonly string[]
}

type Reading = Awaited<ReturnType<typeof readFiles>>

/** CSV, TSV and JSON files, read on first use and after a change. A failed reading is not kept. */
export function createFileSource({ paths }: FileOptions): SetlistSource {
  let kept: { readonly state: string; readonly reading: Promise<Reading> } | null = null

  async function read(): Promise<Reading> {
    const files = await findFiles(paths)
    const state = files.map((file) => file.state).join('\n')
    if (kept?.state === state) return kept.reading
    const mine = { state, reading: readFiles(files.map((file) => file.path)) }
    kept = mine
    const forget = () => {
      if (kept === mine) kept = null
    }
    mine.reading.then(({ faults }) => faults.stop && forget(), forget)
    return mine.reading
  }

  async function readUnbroken(): Promise<Reading> {
    const reading = await read()
    if (reading.faults.stop === null) return reading
    throw new SetlistSourceError('malformed', printFault(reading.faults.stop))
  }

  return {
    name: 'file',
    listSongs: async () => (await readUnbroken()).songs,
    listTours: async () => (await readUnbroken()).tours,
    listShows: async () => (await readUnbroken()).shows,
    findSetlist: async ({ sourceId }) => (await readUnbroken()).findSetlist(sourceId),
    hasSetlist: async (showSourceId) => (await readUnbroken()).hasSetlist(showSourceId),
    listNotebookSongs: async () => null,
    listNotes: async () => (await read()).notes,
    listFaults: async () => (await read()).faults,
  }
}

async function readFiles(paths: readonly string[]) {
  const archive = fillSongIds(await readArchive(paths))
  const unknown = archive.unknownColumns.join(', ')
  const showRows = Array.from(archive.shows.values())
  const shows = showsOf(showRows)
  const counted = countPlays(shows, archive.setlists)
  const songs = new Map(counted)
  for (const song of songsOf(Array.from(archive.songs.values()))) {
    const key = song.sourceId ?? song.slug
    // A song file's counts include setlists that are not in the files.
    const onlyExcluded = !song.timesPlayed && (counted.get(key)?.onlyExcluded ?? false)
    songs.set(key, { ...song, onlyExcluded })
  }
  return {
    songs: Array.from(songs.values()),
    shows,
    tours: toursOf(showRows),
    notes: unknown === '' ? [] : [`Columns that are not read: ${plainLine(unknown)}.`],
    faults: archive.faults.toFaults(),
    hasSetlist: (showSourceId: string) =>
      archive.setlists.has(showSourceId) || archive.faults.errorOf(showSourceId) !== null,
    findSetlist(showSourceId: string) {
      const error = archive.faults.errorOf(showSourceId)
      if (error) throw error
      return setlistOf(archive.setlists.get(showSourceId) ?? [], 'the file')
    },
  }
}

/** Some rows of a song may lack its id. */
function fillSongIds(archive: Archive): Archive {
  const rows = [...archive.songs.values(), ...Array.from(archive.setlists.values()).flat()]
  const ids = findIdsOfSlugs(rows.map(({ songid, slug }) => ({ id: songid, slug })))
  const fill = <Row extends { readonly songid: string | null; readonly slug: string }>(row: Row): Row =>
    row.songid === null ? { ...row, songid: ids.get(row.slug) ?? null } : row
  return {
    ...archive,
    songs: new Map(Array.from(archive.songs, ([key, song]) => [key, fill(song)])),
    setlists: new Map(Array.from(archive.setlists, ([show, performances]) => [show, performances.map(fill)])),
  }
}

type FoundFile = { readonly path: string; readonly state: string }

async function findFiles(paths: readonly string[]): Promise<readonly FoundFile[]> {
  const files = (await Promise.all(paths.map(filesAt))).flat()
  if (files.length > 0) return files
  throw new SetlistSourceError('unreachable', 'the folder of setlists holds no CSV, TSV or JSON file')
}

async function filesAt(path: string): Promise<readonly FoundFile[]> {
  try {
    const found = await stat(path)
    if (!found.isDirectory()) return [{ path, state: `${path} ${found.size} ${found.mtimeMs}` }]
    // `._rows.csv` is what macOS keeps beside a file.
    const names = (await readdir(path)).filter((name) => /^[^.].*\.(csv|tsv|json)$/i.test(name))
    return (await Promise.all(names.sort().map((name) => filesAt(join(path, name))))).flat()
  } catch (error) {
    throw describeFileError(error, basename(path))
  }
}
