import { readdir, readFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { makeAdmin, makeUser } from '@called-it/tests/support/factories/accounts'
import { endNextRun } from '@called-it/tests/support/gateway/end-next-run'
import { gatewayOfFile, refusal } from '@called-it/tests/support/gateway/start-gateway'
import { makeZip } from '@called-it/tests/support/make-zip'
import * as phishnet from '@called-it/tests/support/setlist-sources/phishnet-rows'
import {
  TEST_MBID,
  testPage,
  testSetlist,
} from '@called-it/tests/support/setlist-sources/setlistfm-responses'
import * as songfish from '@called-it/tests/support/setlist-sources/songfish-rows'
import { siteFaults } from '@called-it/tests/support/setlist-sources/test-faults'
import { startTestSite } from '@called-it/tests/support/setlist-sources/test-site'
import { folderOfFile } from '@called-it/tests/support/temporary-folder'
import { beforeEach, describe, expect, test } from 'vitest'
import { lookAtSource } from './look-at-source.ts'

const dataDir = await folderOfFile()
const gateway = await gatewayOfFile({ config: { dataDir } })
const { db } = gateway.postgres
const admin = await gateway.loginAs(await makeAdmin(db))

// Else each test would wait for the permit after the one before it.
beforeEach(() => db.deleteFrom('source_permits').execute())

const post = (path: string, json: unknown, as = admin) =>
  gateway.send('POST', `/api/admin/source/${path}`, { as, json })
const testSource = (source: string | null) => post('test', { source })
const store = (source: string) =>
  gateway.send('PUT', '/api/admin/settings', { as: admin, json: { settings: { SETLIST_SOURCE: source } } })

const LATER = {
  showdate: '2099-05-01',
  venue: 'Glass Hall',
  venuename: 'Glass Hall',
  showid: 502,
  show_id: 502,
}

type Rows = { testShow: (fields?: Readonly<Record<string, unknown>>) => unknown }
const tables = ({ testShow }: Rows): RequestListener => {
  const rows = { shows: [testShow(), testShow(LATER)], songs: [] }
  return (request, response) => {
    const data = request.url?.includes('songs') ? rows.songs : rows.shows
    siteFaults.respond({ error: false, error_message: '', data })(request, response)
  }
}

describe('a test of a source', () => {
  const found = {
    next: [{ date: '2099-05-01', venue: 'Glass Hall', city: 'Bend' }],
    last: { date: '2026-01-30', venue: 'Driftglass Amphitheater', city: 'Bend' },
  }

  test.each([
    ['phish.net', tables(phishnet), (url: string) => `phishnet:k3y@${url}`],
    ['Songfish', tables(songfish), (url: string) => `songfish:${url}`],
  ])('shows what an import of %s would read', async (_, site, source) => {
    const { url } = await startTestSite(site)
    const { json } = await testSource(source(url))
    expect(json).toEqual({ failure: null, preview: { ...found, shows: 2, tours: 1, songs: 0 } })
  })

  test('reads only the first page of setlist.fm', async () => {
    const venue = { ...testSetlist().venue, name: 'Glass Hall' }
    const page = testPage([testSetlist({ id: 'later', eventDate: '01-05-2099', venue }), testSetlist()])
    const { url } = await startTestSite(siteFaults.respond({ ...page, total: 2_000 }))
    const { json } = await testSource(`setlistfm:k3y:${TEST_MBID}@${url}`)
    expect(json).toEqual({ failure: null, preview: { ...found, shows: 2_000, tours: null, songs: null } })
  })

  test.each<[string, RequestListener, string, number | null]>([
    ['401', (_, response) => response.writeHead(401).end(), 'unauthorized', null],
    ['403', (_, response) => response.writeHead(403).end(), 'unauthorized', null],
    ['429', siteFaults.tooManyRequests(3_600), 'limited', 3_600],
    ['404', (_, response) => response.writeHead(404).end(), 'missing', null],
    ['a redirect', (_, response) => response.writeHead(301, { location: '/' }).end(), 'moved', null],
    ['HTML', siteFaults.rubbish(), 'page', null],
    ['500', siteFaults.serverError(), 'unreachable', null],
    [
      'an error with 200',
      siteFaults.respond({ error: 2, error_message: 'Invalid API key' }),
      'unauthorized',
      null,
    ],
  ])('says what %s means, after one request', async (_, answer, reason, wait) => {
    let requests = 0
    const { url } = await startTestSite((request, response) => {
      requests += 1
      answer(request, response)
    })
    const { json, text } = await testSource(`phishnet:s3cret@${url}`)
    expect(json).toMatchObject({ preview: null, failure: { reason, retry_after: wait } })
    expect([requests, text.includes('s3cret')]).toEqual([1, false])
  })

  test('ends in time where the site hangs', async () => {
    const until = new AbortController()
    const { url } = await startTestSite(() => until.abort())
    const setting = { name: 'songfish', options: { baseUrl: url } } as const
    expect(await lookAtSource(db, setting, until.signal)).toMatchObject({ failure: { reason: 'timeout' } })
  })

  test('asks the stored one without its key', async () => {
    const keys: (string | null)[] = []
    const { url } = await startTestSite((request, response) => {
      keys.push(new URL(request.url ?? '', url).searchParams.get('apikey'))
      tables(phishnet)(request, response)
    })
    expect((await store(`phishnet:st0red@${url}`)).text).not.toContain('st0red')
    expect((await testSource(null)).json).toMatchObject({ failure: null })
    expect(keys).toEqual(['st0red', 'st0red'])
    const status = await gateway.send('GET', '/api/admin/source', { as: admin })
    expect(status.json).toEqual({ name: 'phishnet', host: new URL(url).host, upload: null })
  })

  test('refuses what is no source, files, and others than admins', async () => {
    expect(await testSource('phishnet:')).toMatchObject(refusal(422, 'invalid'))
    expect(await testSource('file:/etc')).toMatchObject(refusal(422, 'invalid'))
    const fan = await gateway.loginAs(await makeUser(db))
    expect(await post('test', { source: null }, fan)).toMatchObject(refusal(403, 'not_allowed'))
  })
})

describe('the search of artists', () => {
  const mirrored = async (answer: RequestListener) => {
    const { url } = await startTestSite(answer)
    Object.assign(gateway.parts.settings.env, { SETLIST_SOURCE_URL: url })
  }
  const search = () => post('artists', { api_key: 'k3y', name: 'Tinhorn' })

  test('lists artists by name, from the mirror', async () => {
    const artist = [{ mbid: TEST_MBID, name: 'Tinhorn', sortName: 'Tinhorn', disambiguation: 'of Bend' }]
    await mirrored((request, response) => {
      expect([request.url, request.headers['x-api-key']]).toEqual([
        '/search/artists?artistName=Tinhorn&p=1&sort=relevance',
        'k3y',
      ])
      siteFaults.respond({ type: 'artists', artist, total: 1, page: 1, itemsPerPage: 30 })(request, response)
    })
    const artists = [{ mbid: TEST_MBID, name: 'Tinhorn', disambiguation: 'of Bend' }]
    expect((await search()).json).toEqual({ artists, failure: null })
  })

  test('finds nobody, and says what fails', async () => {
    await mirrored((_, response) => response.writeHead(404).end())
    expect((await search()).json).toEqual({ artists: [], failure: null })
    await db.deleteFrom('source_permits').execute()
    await mirrored((_, response) => response.writeHead(403).end())
    expect((await search()).json).toMatchObject({ artists: null, failure: { reason: 'unauthorized' } })
  })
})

describe('an upload', () => {
  const upload = (name: string, body: Buffer) =>
    gateway.send('POST', `/api/admin/source/files?name=${encodeURIComponent(name)}`, {
      as: admin,
      body: new Uint8Array(body),
      headers: { 'content-type': 'application/octet-stream' },
    })

  test('is stored, checked, and used by its name', async () => {
    const rows = 'showid;showdate;set;song\n1;2026-01-30;1;Harbor Teeth\n'
    const sent = upload('my band.zip', makeZip([{ name: 'band/rows.csv', content: rows }]))
    const report = {
      ...{ refusal: null, question: null, changes: [], faults: { count: 0, listed: [] } },
      scores: { moved: 0, shows: 0, listed: [] },
    }
    const { order } = await endNextRun(gateway, 'check-import', { result: report })
    expect((await sent).json).toEqual(report)
    const [name = ''] = await readdir(join(dataDir, 'setlists'))
    expect(order).toEqual({ upload: name })
    expect(await readFile(join(dataDir, 'setlists', name, 'rows.csv'), 'utf8')).toBe(rows)
    expect(await store(`file:DATA_DIR/setlists/${name}`)).toMatchObject({ status: 200 })
    const status = await gateway.send('GET', '/api/admin/source', { as: admin })
    expect(status.json).toEqual({ name: 'file', host: null, upload: name })
  })

  test('is refused with the reason where it harms', async () => {
    const zip = makeZip([{ name: '../rows.csv', content: 'x' }])
    expect(await upload('a.zip', zip)).toMatchObject({
      status: 422,
      json: { message: expect.stringContaining('outside its folder') },
    })
  })
})
