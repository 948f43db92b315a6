import { z } from 'zod'
import { plainLine } from '../plain-text.ts'
import type { RequestJson } from '../request.ts'
import { SetlistSourceError, type SourceSetlist, type SourceShowReference } from '../source.ts'
import { notAskedFor, parseRow } from './fields.ts'
import { type SetlistRow, setlistOf } from './setlist.ts'

/** A site that answers with the rows of a table, in an envelope that says whether it declined. */
export interface TableSite {
  /** The site's name, as error messages have it. */
  readonly site: string
  /** The API's address up to its version, without a slash at the end. */
  readonly baseUrl: string
  /** A secret that goes with every request as `apikey`; null where the site demands none. */
  readonly apiKey: string | null
  readonly requestJson: RequestJson
}

/**
 * Asks for a list and reads each of its rows.
 *
 * @param subject what is asked for, as error messages have it
 */
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
  /** Set on logical errors, which come with HTTP status 200. */
  error: z.union([z.boolean(), z.number(), z.string(), z.null()]).optional(),
  error_message: z.string().nullish(),
  data: z.unknown().optional(),
})

function dataOf(body: unknown, place: string, apiKey: string | null): readonly unknown[] {
  const { data: answer } = envelope.safeParse(body)
  if (answer === undefined)
    throw new SetlistSourceError('malformed', `${place}: the answer has another shape`)
  if (Number(answer.error ?? 0) !== 0) {
    const reason = plainLine(answer.error_message ?? '')
    const message = (apiKey === null ? reason : reason.replaceAll(apiKey, '…')) || 'without a reason'
    throw new SetlistSourceError('refused', `${place}: the site declined (${message})`)
  }
  const rows = z.array(z.unknown()).safeParse(answer.data)
  if (rows.success) return rows.data
  throw new SetlistSourceError('malformed', `${place}, field data: is not a list`)
}

/** Where a site keeps the rows of one show's setlist. */
export interface SetlistTable {
  readonly site: string
  readonly path: string
  /** What the site calls the number of a show. */
  readonly showColumn: string
  readonly schema: z.ZodType<SetlistRow>
}

/** The setlist of one show; null where the site has no rows of it. */
export async function findSetlistInTable(
  listRows: ListRows,
  show: SourceShowReference,
  { site, path, showColumn, schema }: SetlistTable,
): Promise<SourceSetlist | null> {
  const subject = `the setlist of show ${show.sourceId} (${show.date})`
  const rows = await listRows(path, {}, schema, subject)
  const stranger = rows.find((row) => row.showid !== show.sourceId)
  if (stranger === undefined) return setlistOf(rows, site)
  // Sites of this kind answer a filter that they do not understand with everything they have.
  throw new SetlistSourceError(
    'malformed',
    `${site}, ${subject}, ${notAskedFor(showColumn, stranger.showid)}`,
  )
}
