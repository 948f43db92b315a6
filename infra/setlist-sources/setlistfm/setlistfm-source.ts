import { plainLine } from '../plain-text.ts'
import { createRequestJson, type RequestJson, type SiteParts, systemClock } from '../request.ts'
import { notAskedFor, parseRow } from '../rows/fields.ts'
import { setlistOf } from '../rows/setlist.ts'
import { showsOf, toursOf } from '../rows/shows.ts'
import { countPlays } from '../rows/song-statistics.ts'
import {
  type SetlistSource,
  SetlistSourceError,
  type SourceSetlist,
  type SourceShowReference,
} from '../source.ts'
import { page, type ShowWithSetlist, setlist, UNKNOWN_SONG } from './rows.ts'

const SITE = 'setlist.fm'

/** Tours and shows use the long list that listing songs has read within this time. */
const READING_MS = 60_000

export interface SetlistfmOptions extends SetlistfmAddress {
  readonly apiKey: string
}

export function createSetlistfmSource(options: SetlistfmOptions, parts: SiteParts): SetlistSource {
  const { clock = systemClock } = parts
  const requestJson = createRequestJson({ site: SITE, headers: { 'x-api-key': options.apiKey }, ...parts })
  let reading: { readonly at: number; readonly setlists: readonly ShowWithSetlist[] } | null = null

  async function readAnew(): Promise<readonly ShowWithSetlist[]> {
    const setlists = await listSetlists(options, SITE, requestJson)
    reading = { at: clock.now(), setlists }
    return setlists
  }

  async function readShows() {
    const isFresh = reading !== null && clock.now() - reading.at < READING_MS
    const setlists = isFresh && reading !== null ? reading.setlists : await readAnew()
    return setlists.map(({ show }) => show)
  }

  return {
    name: 'setlistfm',
    // All pages of a band may take minutes: the first has its newest shows.
    async glance() {
      const { total, setlists } = await readPage(options, SITE, requestJson, 1)
      const shows = showsOf(setlists.map(({ show }) => show))
      const isAll = setlists.length === total
      return {
        showCount: total,
        tourCount: isAll ? new Set(shows.flatMap(({ tourSourceId }) => tourSourceId ?? [])).size : null,
        songCount: isAll ? songsOf(setlists).length : null,
        shows,
      }
    },
    listSongs: async () => songsOf(await readAnew()),
    listTours: async () => toursOf(await readShows()),
    listShows: async () => showsOf(await readShows()),
    findSetlist: (show) => findSetlist(show, options, requestJson),
    listNotebookSongs: async () => null,
  }
}

/** Derived from setlists: the site does not list songs. */
function songsOf(setlists: readonly ShowWithSetlist[]) {
  const played = setlists.filter(({ rows }) => rows.length > 0)
  const shows = showsOf(played.map(({ show }) => show))
  const rows = new Map(played.map(({ show, rows }) => [show.showid, rows]))
  return Array.from(countPlays(shows, rows).values()).filter((song) => song.name !== UNKNOWN_SONG)
}

async function findSetlist(
  show: SourceShowReference,
  { baseUrl, mbid }: SetlistfmOptions,
  requestJson: RequestJson,
): Promise<SourceSetlist | null> {
  const subject = `the setlist of show ${show.sourceId} (${show.date})`
  const url = new URL(`${baseUrl}/setlist/${encodeURIComponent(show.sourceId)}`)
  const read = parseSetlist(await requestJson(url, subject), mbid, `${SITE}, ${subject}`)
  if (read.show.showid === show.sourceId) return setlistOf(read.rows, SITE)
  throw new SetlistSourceError('malformed', `${SITE}, ${subject}, ${notAskedFor('id', read.show.showid)}`)
}

interface SetlistfmAddress {
  readonly baseUrl: string
  readonly mbid: string
}

/**
 * All pages, without the duplicates of setlists that moved to another page meanwhile.
 *
 * @throws SetlistSourceError when a page is missing: a part of the list would look like all of it
 */
async function listSetlists(
  address: SetlistfmAddress,
  site: string,
  requestJson: RequestJson,
): Promise<readonly ShowWithSetlist[]> {
  const found = new Map<string, ShowWithSetlist>()
  for (let number = 1, pages = 1; number <= pages; number += 1) {
    const { total, itemsPerPage, setlists } = await readPage(address, site, requestJson, number)
    pages = Math.ceil(total / itemsPerPage)
    for (const read of setlists) found.set(read.show.showid, read)
  }
  return Array.from(found.values())
}

async function readPage(
  { baseUrl, mbid }: SetlistfmAddress,
  site: string,
  requestJson: RequestJson,
  number: number,
) {
  const subject = `page ${number} of the list of setlists`
  const place = `${site}, ${subject}`
  const url = new URL(`${baseUrl}/artist/${mbid}/setlists?p=${number}`)
  const response = parseRow(page, await requestJson(url, subject), place)
  if (response.page !== number) {
    throw new SetlistSourceError('malformed', `${place}, ${notAskedFor('page', response.page)}`)
  }
  const { total, itemsPerPage } = response
  const setlists = response.setlist.map((row, index) => parseSetlist(row, mbid, `${place}, row ${index + 1}`))
  return { total, itemsPerPage, setlists }
}

/** @throws SetlistSourceError when the setlist is another band's */
function parseSetlist(row: unknown, mbid: string, place: string): ShowWithSetlist {
  const read = parseRow(setlist, row, place)
  if (read.artist === mbid) return read
  const show = plainLine(read.show.showid)
  throw new SetlistSourceError(
    'malformed',
    `${place} (show ${show}), ${notAskedFor('artist.mbid', read.artist)}`,
  )
}
