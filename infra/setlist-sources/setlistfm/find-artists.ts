import { z } from 'zod'
import { createRequestJson, type SiteParts } from '../request.ts'
import * as field from '../rows/fields.ts'
import { parseRow } from '../rows/fields.ts'
import { SetlistSourceError } from '../source.ts'

const SITE = 'setlist.fm'

/** Others of one name are hardly meant. */
const MAX_FOUND = 20

const artist = z.object({
  mbid: z.guid('is not an id of MusicBrainz'),
  name: field.line,
  disambiguation: field.line,
})

const page = z.object({ artist: z.array(z.unknown(), 'is not a list') })

/** Best matches first. The site says what tells artists of one name apart, but not where they are from. */
export async function findArtists(
  { apiKey, baseUrl }: { readonly apiKey: string; readonly baseUrl: string },
  name: string,
  parts: SiteParts,
): Promise<readonly z.output<typeof artist>[]> {
  const subject = 'the search of artists'
  const requestJson = createRequestJson({ site: SITE, headers: { 'x-api-key': apiKey }, ...parts })
  const url = new URL(`${baseUrl}/search/artists`)
  url.search = new URLSearchParams({ artistName: name, p: '1', sort: 'relevance' }).toString()
  try {
    const found = parseRow(page, await requestJson(url, subject), `${SITE}, ${subject}`)
    return found.artist.slice(0, MAX_FOUND).map((row) => parseRow(artist, row, `${SITE}, ${subject}`))
  } catch (error) {
    // Where nothing matches, the site responds with 404.
    if (error instanceof SetlistSourceError && error.kind === 'missing') return []
    throw error
  }
}
