import {
  insertPublicEvents,
  type NewPublicEvent,
} from '@called-it/infra/postgres/queries/outlets/public-events'
import { makeShow } from '@called-it/tests/support/factories/catalogue'
import { gatewayOfFile } from '@called-it/tests/support/gateway/start-gateway'
import { parseFeed } from '@called-it/tests/support/parse-feed'
import { beforeEach, describe, expect, test } from 'vitest'

const gateway = await gatewayOfFile()
const { db } = gateway.postgres
const showId = (await makeShow(db)).id
beforeEach(() => db.deleteFrom('public_events').execute())

const SITE = 'http://called-it.example'
const ROOT = 'ab'.repeat(32)
const show = (venue = 'The Pier') => ({ id: showId, date: '2026-07-04', venue, place: 'Köln' })

const insert = (...events: NewPublicEvent[]) =>
  db.transaction().execute((trx) => insertPublicEvents(trx, events))

const locked = (root: string | null, predictions: number): NewPublicEvent => {
  const payload = { show: show(), locked_at: '2026-07-04T23:30:00Z', predictions, root }
  return { kind: 'picks-locked', showId, key: `lock ${root}`, payload }
}
const proved = (): NewPublicEvent => {
  const payload = { show: show(), predictions: 13, root: ROOT }
  return { kind: 'picks-proved', showId, key: 'proof', payload }
}
const final = (key: string, venue?: string): NewPublicEvent => {
  const leaders = [{ rank: 1, name: 'Mo Winner', points: 63 }]
  return { kind: 'show-final', showId, key, payload: { show: show(venue), players: 1, leaders } }
}
const corrected = (): NewPublicEvent => {
  const songs = [{ id: 1, name: 'Secret Song', before: [], after: [], countsAs: null }]
  const payload = { show: show(), source: 'source' as const, songs, raised: 3, lowered: 1 }
  return { kind: 'scores-corrected', showId, key: 'correction', payload }
}
const played = (): NewPublicEvent => {
  const payload = { show: show(), set: 'set1', position: 1, song: { id: 1, name: 'Secret Song' } }
  return { kind: 'song-played', showId, key: 'song', payload }
}

async function read() {
  const response = await gateway.send('GET', '/feed.atom')
  expect(response.status).toBe(200)
  return { ...response, feed: parseFeed(response.text) }
}

describe('feed', () => {
  test('has locks, their roots, finals and corrections, the newest first', async () => {
    await insert(locked(ROOT, 11), locked(null, 12), proved(), played(), final('final'), corrected())
    const { feed, text } = await read()
    const page = `${SITE}/shows/${showId}`
    const shown = feed.entries?.map(({ title, summary, links }) => {
      return [title?.value, summary?.value, links?.[0]?.href].join(' | ').replaceAll(page, '')
    })
    expect(shown).toEqual([
      'Scores are corrected: The Pier, 2026-07-04 | ' +
        'The source of setlists corrected the setlist. 3 players gained points, 1 lost points. | ',
      'Scores are final: The Pier, 2026-07-04 | 1 player. | ',
      `Picks have their proof: The Pier, 2026-07-04 | 13 predictions. Merkle root: ${ROOT} | /proof`,
      'Picks are locked: The Pier, 2026-07-04 | 12 predictions, locked 2026-07-04 23:30 UTC. | ',
      // Stored by release 0.10.0.
      'Picks are locked: The Pier, 2026-07-04 | ' +
        `11 predictions, locked 2026-07-04 23:30 UTC. Merkle root: ${ROOT} | /proof`,
    ])
    expect(text).not.toMatch(/Secret|Winner/)
  })

  test('has what RFC 4287 requires, with and without entries', async () => {
    await insert(locked(null, 0))
    const [entry] = (await read()).feed.entries ?? []
    for (const { id, title, updated } of [(await read()).feed, entry ?? {}]) {
      expect(id).toMatch(/^tag:called-it,2026:[0-9a-f-]{36}(\/\d+)?$/)
      expect(title).not.toBe('')
      expect(new Date(String(updated)).getTime()).toBeGreaterThan(0)
    }
    await db.deleteFrom('public_events').execute()
    const { feed, headers } = await read()
    expect(headers.get('content-type')).toBe('application/atom+xml; charset=utf-8')
    expect(feed).toMatchObject({
      updated: '1970-01-01T00:00:00.000Z',
      authors: [{ name: 'Called It' }],
      links: [
        { rel: 'alternate', href: `${SITE}/` },
        { rel: 'self', href: `${SITE}/feed.atom` },
      ],
    })
  })

  test('escapes texts and drops what XML forbids', async () => {
    const venue = '<b>&amp; ]]> "Süd"\u000b\u{1f3ba}\ufffe'
    await insert(final('hostile', venue))
    const { feed, text } = await read()
    expect(text).not.toContain('<b>')
    expect(text).not.toContain('\u000b')
    expect(text).not.toContain('\ufffe')
    expect(feed.entries?.[0]?.title?.value).toContain('&lt;b&gt;&amp;amp; ]]&gt; &quot;Süd&quot;🎺')
  })

  test('has the newest fifty under ids that stay', async () => {
    await insert(...Array.from({ length: 51 }, (_, index) => final(`final ${index}`, `Hall ${index}`)))
    const ids = (await read()).feed.entries?.map(({ id }) => id)
    expect(new Set(ids).size).toBe(50)
    expect((await read()).feed.entries?.at(-1)?.title?.value).toContain('Hall 1,')
    await insert(final('later'))
    expect((await read()).feed.entries?.slice(1).map(({ id }) => id)).toEqual(ids?.slice(0, 49))
  })

  test('has another tag once something happens, under its path in any case', async () => {
    const readTag = async () => (await gateway.send('GET', '/Feed.Atom')).headers.get('etag')
    const tag = await readTag()
    expect((await read()).headers.get('etag')).toBe(tag)
    await insert(final('other'))
    expect(await readTag()).not.toBe(tag)
  })
})
