import { z } from 'zod'
import { plainLine } from '../plain-text.ts'
import type { RequestJson } from '../request.ts'
import { SetlistSourceError, type SourceSetlist, type SourceShowReference } from '../source.ts'
import { notAskedFor, parseRow } from './fields.ts'
import { type SetlistRow, setlistOf } from './setlist.ts'

/** A site that returns rows of a table in an envelope with an error flag. */
export interface TableSite {
  readonly site: string
  readonly baseUrl: string
  /** Secret, sent as `apikey`; null where the site needs none. */
  readonly apiKey: string | null
  readonly requestJson: RequestJson
}

/** @param subject for error messages */
export type ListRows = <Row>(
  path: string,
  query: Readonly<Record<string, string>>,
  schema: z.ZodType<Row>,
  subject: string,
) => Promise<readonly Row[]>

export function createListRows({ site, baseUrl, apiKey, requestJson }: TableSite): ListRows {
  return async (path, query, schema, subject) => {
    const url = new URL(`${baseUrl}/${path}`)
    const key = apiKey === null ? {} : { apikey: apiKey }
    url.search = new URLSearchParams({ ...query, ...key }).toString()
    const place = `${site}, ${subject}`
    const rows = dataOf(await requestJson(url, subject), place, apiKey)
    return rows.map((row, index) => parseRow(schema, row, `${place}, row ${index + 1}`))
  }
}

const envelope = z.object({
  /** Set on logical errors, which have status 200. */
  error: z.union([z.boolean(), z.number(), z.string(), z.null()]).optional(),
  error_message: z.string().nullish(),
  data: z.unknown().optional(),
})

function dataOf(body: unknown, place: string, apiKey: string | null): readonly unknown[] {
  const { data: response } = envelope.safeParse(body)
  if (response === undefined)
    throw new SetlistSourceError('malformed', `${place}: the response has another shape`)
  if (Number(response.error ?? 0) !== 0) {
    const reason = plainLine(response.error_message ?? '')
    const message = (apiKey === null ? reason : reason.replaceAll(apiKey, '…')) || 'without a reason'
    // These sites say so with status 200.
    const kind = apiKey !== null && /\bkey\b/i.test(reason) ? 'unauthorized' : 'refused'
    throw new SetlistSourceError(kind, `${place}: the site declined (${message})`)
  }
  const rows = z.array(z.unknown()).safeParse(response.data)
  if (rows.success) return rows.data
  throw new SetlistSourceError('malformed', `${place}, field data: is not a list`)
}

export interface SetlistTable {
  readonly site: string
  readonly path: string
  readonly showColumn: string
  readonly schema: z.ZodType<SetlistRow>
}

/** Null where the site has no rows of the show. */
export async function findSetlistInTable(
  listRows: ListRows,
  show: SourceShowReference,
  { site, path, showColumn, schema }: SetlistTable,
): Promise<SourceSetlist | null> {
  const subject = `the setlist of show ${show.sourceId} (${show.date})`
  const rows = await listRows(path, {}, schema, subject)
  const stranger = rows.find((row) => row.showid !== show.sourceId)
  if (stranger === undefined) return setlistOf(rows, site)
  // These sites return the whole table for a filter that they do not understand.
  throw new SetlistSourceError(
    'malformed',
    `${site}, ${subject}, ${notAskedFor(showColumn, stranger.showid)}`,
  )
}
