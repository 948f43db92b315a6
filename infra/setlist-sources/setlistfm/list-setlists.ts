import { plainLine } from '../plain-text.ts'
import type { RequestJson } from '../request.ts'
import { notAskedFor, parseRow } from '../rows/fields.ts'
import { SetlistSourceError } from '../source.ts'
import { page, type ShowWithSetlist, setlist } from './rows.ts'

/** Which band of the site is asked for, and where. */
export interface SetlistfmAddress {
  /** The API's address up to its version, without a slash at the end. */
  readonly baseUrl: string
  /** The band's MusicBrainz id. */
  readonly mbid: string
}

/**
 * Every setlist of the band, page by page; what moved to another page while they were read comes once.
 *
 * @throws SetlistSourceError where one page cannot be had: a part of the list would look like all of it
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
    const answer = parseRow(page, await requestJson(url, subject), place)
    if (answer.page !== number) {
      throw new SetlistSourceError('malformed', `${place}, ${notAskedFor('page', answer.page)}`)
    }
    pages = Math.ceil(answer.total / answer.itemsPerPage)
    for (const [index, row] of answer.setlist.entries()) {
      const read = parseSetlist(row, mbid, `${place}, row ${index + 1}`)
      found.set(read.show.showid, read)
    }
  }
  return Array.from(found.values())
}

/** @throws SetlistSourceError that names the place, where the setlist is not the band's */
export function parseSetlist(row: unknown, mbid: string, place: string): ShowWithSetlist {
  const read = parseRow(setlist, row, place)
  if (read.artist === mbid) return read
  const show = plainLine(read.show.showid)
  throw new SetlistSourceError(
    'malformed',
    `${place} (show ${show}), ${notAskedFor('artist.mbid', read.artist)}`,
  )
}
