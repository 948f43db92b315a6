// Prints tonight's songs as they are played, until the show has ended.
// Settings: CALLED_IT_URL, CALLED_IT_KEY, INTERVAL_SECONDS (20).
import { setTimeout as wait } from 'node:timers/promises'

const { CALLED_IT_URL, CALLED_IT_KEY, INTERVAL_SECONDS = '20' } = process.env

/** A body of null is the one that has the ETag. Waits as long as the server asks for. */
async function read(path, etag) {
  const headers = { Authorization: `Bearer ${CALLED_IT_KEY}`, ...(etag && { 'If-None-Match': etag }) }
  // With its default, fetch adds Cache-Control: no-cache, and the server sends the body again.
  const response = await fetch(new URL(path, CALLED_IT_URL), { headers, cache: 'no-cache' })
  if (response.status === 304) return { body: null, etag }
  if (response.status === 429 || response.status === 503) {
    await wait(1000 * Number(response.headers.get('Retry-After') ?? INTERVAL_SECONDS))
    return read(path, etag)
  }
  const body = await response.json()
  if (!response.ok) throw new Error(`${response.status} ${body.code}: ${body.message}`)
  return { body, etag: response.headers.get('ETag') }
}

const [show] = (await read('/api/shows/live')).body.shows
if (!show) throw new Error('there is no show tonight')
console.log(`${show.date} ${show.venue}`)

let etag
let printed = []
let phase = show.phase
while (phase === 'locked' || phase === 'live') {
  const seen = await read(`/api/shows/${show.id}/live`, etag)
  etag = seen.etag
  if (seen.body) {
    const songs = seen.body.performances.map(({ set, position, song }) => `${set} ${position}: ${song.name}`)
    // A corrected song is printed again.
    for (const [index, line] of songs.entries()) if (printed[index] !== line) console.log(line)
    printed = songs
    phase = seen.body.phase
  }
  await wait(1000 * Number(INTERVAL_SECONDS))
}
