import { plainLine } from '../plain-text.ts'
import type { RequestJson } from '../request.ts'
import { notAskedFor, parseRow } from '../rows/fields.ts'
import { SetlistSourceError } from '../source.ts'
import { page, type ShowWithSetlist, setlist } from './rows.ts'

export interface SetlistfmAddress {
  readonly baseUrl: string
  readonly mbid: string
}

/**
 * All pages, without the duplicates of setlists that moved to another page meanwhile.
 *
 * @throws SetlistSourceError when a page is missing: a part of the list would look like all of it
 */
export async function listSetlists(
  { baseUrl, mbid }: SetlistfmAddress,
  site: string,
  requestJson: RequestJson,
): Promise<readonly ShowWithSetlist[]> {
  const found = new Map<string, ShowWithSetlist>()
  for (let number = 1, pages = 1; number <= pages; number += 1) {
    const subject = `page ${number} of the list of setlists`
    const place = `${site}, ${subject}`
    const url = new URL(`${baseUrl}/artist/${mbid}/setlists?p=${number}`)
    const response = parseRow(page, await requestJson(url, subject), place)
    if (response.page !== number) {
      throw new SetlistSourceError('malformed', `${place}, ${notAskedFor('page', response.page)}`)
    }
    pages = Math.ceil(response.total / response.itemsPerPage)
    for (const [index, row] of response.setlist.entries()) {
      const read = parseSetlist(row, mbid, `${place}, row ${index + 1}`)
      found.set(read.show.showid, read)
    }
  }
  return Array.from(found.values())
}

/** @throws SetlistSourceError when the setlist is another band's */
export function parseSetlist(row: unknown, mbid: string, place: string): ShowWithSetlist {
  const read = parseRow(setlist, row, place)
  if (read.artist === mbid) return read
  const show = plainLine(read.show.showid)
  throw new SetlistSourceError(
    'malformed',
    `${place} (show ${show}), ${notAskedFor('artist.mbid', read.artist)}`,
  )
}
