import { createRequestJson, type SiteParts } from '../request.ts'
import { type ShowRow, showsOf, toursOf } from '../rows/shows.ts'
import { songsOf } from '../rows/songs.ts'
import { createListRows, findSetlistInTable } from '../rows/table-site.ts'
import type { SetlistSource } from '../source.ts'
import { setlistRow, showRow, songRow } from './rows.ts'

/** The site's own band is its first artist, before side projects and guests. */
const BAND = '1'

export interface SongfishOptions {
  readonly baseUrl: string
}

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
    // A site that ignores the filter returns the shows of all artists.
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
