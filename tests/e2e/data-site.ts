import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listenOnLoopback, stopServer } from '../support/loopback-server.ts'
import { testShow, testSong } from '../support/setlist-sources/phishnet-rows.ts'
import { TEST_MBID } from '../support/setlist-sources/setlistfm-responses.ts'

export const RIGHT_KEY = 'r1ghtk3y'
export const ARTIST = 'The Quay Lanterns'
const VENUE = 'Harbor Hall'
const DAY_MS = 86_400_000

/** phish.net works with the right key, setlist.fm knows the artist alone, and Songfish wants no more requests. */
export async function startDataSite() {
  const days = [-40, -9, 12, 14].map((offset) => dayIn(offset))
  const shows = days.map((showdate, index) => testShow({ showid: 900 + index, showdate, venue: VENUE }))
  const songs = Array.from({ length: 30 }, (_, index) =>
    testSong({
      songid: index + 1,
      song: `Lantern no. ${index + 1}`,
      slug: `lantern-${index + 1}`,
      last_played: days[1],
    }),
  )

  function answer({ url = '', headers }: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(url, 'http://data.invalid')
    const send = (json: unknown, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(json))
    const rows = (data: unknown) => send({ error: false, error_message: '', data })
    if (pathname === '/api/search/artists' && headers['x-api-key'] === RIGHT_KEY) {
      send({ artist: [{ mbid: TEST_MBID, name: ARTIST, disambiguation: 'of the harbor' }] })
    } else if (pathname.startsWith('/api/artist/')) {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Setlists</p>')
    } else if (pathname.startsWith('/api/shows/artist_id/')) {
      response.writeHead(429, { 'retry-after': '3600' }).end('slow down')
    } else if (searchParams.get('apikey') !== RIGHT_KEY) {
      send({ error: true, error_message: 'unknown key' }, 401)
    } else if (pathname === '/api/shows/artist/phish.json') rows(shows)
    else if (pathname === '/api/songs.json') rows(songs)
    else rows([])
  }

  const server = createServer(answer)
  const port = await listenOnLoopback(server)
  return {
    /** For SETLIST_SOURCE_URL. */
    url: `http://127.0.0.1:${port}/api`,
    /** The first of the shows that are to come. */
    next: { venue: VENUE, day: days[2] ?? '' },
    stop: () => stopServer(server),
  }
}

function dayIn(offset: number): string {
  return new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10)
}
