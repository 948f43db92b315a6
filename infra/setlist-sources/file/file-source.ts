import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { findIdsOfSlugs } from '../ids-of-slugs.ts'
import { plainLine } from '../plain-text.ts'
import { setlistOf } from '../rows/setlist.ts'
import { type ShowRow, showsOf, toursOf } from '../rows/shows.ts'
import { countSongs } from '../rows/song-statistics.ts'
import { songsOf } from '../rows/songs.ts'
import {
  type SetlistSource,
  SetlistSourceError,
  type SourceSetlist,
  type SourceShow,
  type SourceSong,
} from '../source.ts'
import { type Archive, readArchive } from './archive.ts'
import { describeFileError } from './read-rows.ts'

export interface FileOptions {
  /** Files, or folders whose CSV and JSON files are read, without subfolders. */
  readonly paths: readonly string[]
}

interface Catalogue {
  readonly songs: readonly SourceSong[]
  readonly shows: readonly SourceShow[]
  readonly showRows: readonly ShowRow[]
  readonly notes: readonly string[]
  readonly findSetlist: (showSourceId: string) => SourceSetlist | null
}

/** Files with the columns of the phish.net API, read on first use and after a change. */
export function createFileSource({ paths }: FileOptions): SetlistSource {
  let read: { readonly state: string; readonly catalogue: Promise<Catalogue> } | null = null
  const open = async (): Promise<Catalogue> => {
    const files = await findFiles(paths)
    const state = files.map((file) => file.state).join('\n')
    if (read?.state !== state) read = { state, catalogue: readCatalogue(files.map((file) => file.path)) }
    return read.catalogue
  }
  return {
    name: 'file',
    listSongs: async () => (await open()).songs,
    listTours: async () => toursOf((await open()).showRows),
    listShows: async () => (await open()).shows,
    findSetlist: async ({ sourceId }) => (await open()).findSetlist(sourceId),
    listNotebookSongs: async () => null,
    listNotes: async () => (await open()).notes,
  }
}

async function readCatalogue(paths: readonly string[]): Promise<Catalogue> {
  const archive = fillSongIds(await readArchive(paths))
  const showRows = Array.from(archive.shows.values())
  const shows = showsOf(showRows)
  const counted = countSongs(shows, archive.setlists)
  const listed = songsOf(Array.from(archive.songs.values()))
  // A song file's counts include setlists that are not in the files.
  const songs = new Map([...counted, ...listed.map((song) => [song.sourceId ?? song.slug, song] as const)])
  return {
    songs: Array.from(songs.values()),
    shows,
    showRows,
    notes: notesOf(archive),
    findSetlist: (showSourceId) => setlistOf(archive.setlists.get(showSourceId) ?? [], 'the file'),
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

function notesOf({ unknownColumns }: Archive): readonly string[] {
  if (unknownColumns.size === 0) return []
  const columns = Array.from(unknownColumns, ([column, file]) => `${column} (${file})`)
  return [`Columns that are not read: ${plainLine(columns.join(', '))}.`]
}

interface FoundFile {
  readonly path: string
  readonly state: string
}

async function findFiles(paths: readonly string[]): Promise<readonly FoundFile[]> {
  const files = (await Promise.all(paths.map(filesAt))).flat()
  if (files.length > 0) return files
  throw new SetlistSourceError('unreachable', 'the folder of setlists holds no CSV or JSON file')
}

async function filesAt(path: string): Promise<readonly FoundFile[]> {
  try {
    const found = await stat(path)
    if (!found.isDirectory()) return [{ path, state: `${path} ${found.size} ${found.mtimeMs}` }]
    const names = (await readdir(path)).filter((name) => /\.(csv|json)$/i.test(name))
    return (await Promise.all(names.sort().map((name) => filesAt(join(path, name))))).flat()
  } catch (error) {
    throw describeFileError(error, basename(path))
  }
}
