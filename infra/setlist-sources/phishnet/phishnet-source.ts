import { z } from 'zod'
import { plainLine } from '../plain-text.ts'
import { createRequestJson, type RequestClock, type RequestJson } from '../request.ts'
import {
  type SetlistSource,
  SetlistSourceError,
  type SourceSetlist,
  type SourceShowReference,
} from '../source.ts'
import { parseRow, type ShowRow, setlistRow, showRow, songRow } from './rows.ts'
import { setlistOf } from './setlist.ts'
import { showsOf, toursOf } from './shows.ts'
import { songsOf } from './songs.ts'

const SITE = 'phish.net'

/** The site covers side projects too; their shows are not asked for. */
const SHOWS_PATH = 'shows/artist/phish.json'

export interface PhishnetOptions {
  /** A secret. */
  readonly apiKey: string
  /** The API's address up to its version, without a slash at the end. */
  readonly baseUrl: string
}

export interface PhishnetParts {
  /** Resolves when one request may be sent. */
  readonly permit: () => Promise<void>
  readonly clock?: RequestClock
}

/** The phish.net API, version 5. */
export function createPhishnetSource(options: PhishnetOptions, parts: PhishnetParts): SetlistSource {
  const listRows = createListRows(options, createRequestJson({ site: SITE, ...parts }))
  const listShowRows = (): Promise<readonly ShowRow[]> =>
    listRows(SHOWS_PATH, { order_by: 'showdate' }, showRow, 'the list of shows')
  return {
    name: 'phishnet',
    listSongs: async () => songsOf(await listRows('songs.json', {}, songRow, 'the list of songs')),
    listTours: async () => toursOf(await listShowRows()),
    listShows: async () => showsOf(await listShowRows()),
    findSetlist: (show) => findSetlist(show, listRows),
    listNotebookSongs: async () => null,
  }
}

/** Asks for a list and reads each of its rows. */
type ListRows = <Row>(
  path: string,
  query: Readonly<Record<string, string>>,
  schema: z.ZodType<Row>,
  subject: string,
) => Promise<readonly Row[]>

function createListRows({ apiKey, baseUrl }: PhishnetOptions, requestJson: RequestJson): ListRows {
  return async (path, query, schema, subject) => {
    const url = new URL(`${baseUrl}/${path}`)
    url.search = new URLSearchParams({ ...query, apikey: apiKey }).toString()
    const place = `${SITE}, ${subject}`
    const rows = dataOf(await requestJson(url, subject), place, apiKey)
    return rows.map((row, index) => parseRow(schema, row, `${place}, row ${index + 1}`))
  }
}

const envelope = z.object({
  /** Set on logical errors, which come with HTTP status 200. */
  error: z.union([z.boolean(), z.number(), z.string(), z.null()]).optional(),
  error_message: z.string().nullish(),
  data: z.unknown().optional(),
})

function dataOf(body: unknown, place: string, apiKey: string): readonly unknown[] {
  const { data: answer } = envelope.safeParse(body)
  if (answer === undefined)
    throw new SetlistSourceError('malformed', `${place}: the answer has another shape`)
  if (Number(answer.error ?? 0) !== 0) {
    const message = plainLine(answer.error_message ?? '').replaceAll(apiKey, '…') || 'without a reason'
    throw new SetlistSourceError('refused', `${place}: the site declined (${message})`)
  }
  const rows = z.array(z.unknown()).safeParse(answer.data)
  if (rows.success) return rows.data
  throw new SetlistSourceError('malformed', `${place}, field data: is not a list`)
}

async function findSetlist(show: SourceShowReference, listRows: ListRows): Promise<SourceSetlist | null> {
  const subject = `the setlist of show ${show.sourceId} (${show.date})`
  const path = `setlists/showid/${encodeURIComponent(show.sourceId)}.json`
  const rows = await listRows(path, {}, setlistRow, subject)
  const stranger = rows.find((row) => row.showid !== show.sourceId)
  if (stranger === undefined) return setlistOf(rows, SITE)
  // Sites of this kind answer a filter that they do not understand with everything they have.
  const reason = `field showid: is ${stranger.showid}, which was not asked for`
  throw new SetlistSourceError('malformed', `${SITE}, ${subject}, ${reason}`)
}
