import { createRequestJson, type SiteParts } from '../request.ts'
import { type ShowRow, showsOf, toursOf } from '../rows/shows.ts'
import { songsOf } from '../rows/songs.ts'
import { createListRows, findSetlistInTable } from '../rows/table-site.ts'
import type { SetlistSource } from '../source.ts'
import { setlistRow, showRow, songRow } from './rows.ts'

/** The band that a site is about is its first artist; side projects and guests come after it. */
const BAND = '1'

export interface SongfishOptions {
  /** The API's address up to its version, without a slash at the end. */
  readonly baseUrl: string
}

/** A site that runs on Songfish, by its API, version 2. */
export function createSongfishSource({ baseUrl }: SongfishOptions, parts: SiteParts): SetlistSource {
  const site = new URL(baseUrl).host
  const listRows = createListRows({
    site,
    baseUrl,
    apiKey: null,
    requestJson: createRequestJson({ site, ...parts }),
  })
  const listShowRows = async (): Promise<readonly ShowRow[]> => {
    const query = { order_by: 'showdate' }
    const rows = await listRows(`shows/artist_id/${BAND}.json`, query, showRow, 'the list of shows')
    // A site that does not filter answers with everybody's shows.
    return rows.filter((row) => row.artist_id === BAND)
  }
  return {
    name: 'songfish',
    listSongs: async () => songsOf(await listRows('songs.json', {}, songRow, 'the list of songs')),
    listTours: async () => toursOf(await listShowRows()),
    listShows: async () => showsOf(await listShowRows()),
    findSetlist: (show) =>
      findSetlistInTable(listRows, show, {
        site,
        path: `setlists/show_id/${encodeURIComponent(show.sourceId)}.json`,
        showColumn: 'show_id',
        schema: setlistRow,
      }),
    listNotebookSongs: async () => null,
  }
}
