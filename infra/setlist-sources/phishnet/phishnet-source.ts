import { createRequestJson, type SiteParts } from '../request.ts'
import { type ShowRow, showsOf, toursOf } from '../rows/shows.ts'
import { songsOf } from '../rows/songs.ts'
import { createListRows, findSetlistInTable } from '../rows/table-site.ts'
import type { SetlistSource } from '../source.ts'
import { setlistRow, showRow, songRow } from './rows.ts'

const SITE = 'phish.net'

/** The site also has side projects; their shows are not requested. */
const SHOWS_PATH = 'shows/artist/phish.json'

export interface PhishnetOptions {
  readonly apiKey: string
  readonly baseUrl: string
}

export function createPhishnetSource(options: PhishnetOptions, parts: SiteParts): SetlistSource {
  const listRows = createListRows({
    site: SITE,
    ...options,
    requestJson: createRequestJson({ site: SITE, ...parts }),
  })
  const listShowRows = (): Promise<readonly ShowRow[]> =>
    listRows(SHOWS_PATH, { order_by: 'showdate' }, showRow, 'the list of shows')
  return {
    name: 'phishnet',
    listSongs: async () => songsOf(await listRows('songs.json', {}, songRow, 'the list of songs')),
    listTours: async () => toursOf(await listShowRows()),
    listShows: async () => showsOf(await listShowRows()),
    findSetlist: (show) =>
      findSetlistInTable(listRows, show, {
        site: SITE,
        path: `setlists/showid/${encodeURIComponent(show.sourceId)}.json`,
        showColumn: 'showid',
        schema: setlistRow,
      }),
    listNotebookSongs: async () => null,
  }
}
