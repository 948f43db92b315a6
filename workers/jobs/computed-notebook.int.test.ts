import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listNotebookSongs } from '@called-it/infra/postgres/queries/catalogue/songs'
import { createFileSource } from '@called-it/infra/setlist-sources/file/file-source'
import { createPhishnetSource } from '@called-it/infra/setlist-sources/phishnet/phishnet-source'
import type { SiteParts } from '@called-it/infra/setlist-sources/request'
import { createSetlistfmSource } from '@called-it/infra/setlist-sources/setlistfm/setlistfm-source'
import { createSongfishSource } from '@called-it/infra/setlist-sources/songfish/songfish-source'
import type { SetlistSource } from '@called-it/infra/setlist-sources/source'
import { utcDate } from '@called-it/shared/game/calendar'
import * as phishnet from '@called-it/tests/support/setlist-sources/phishnet-rows'
import {
  TEST_MBID,
  testPage,
  testSetlist,
} from '@called-it/tests/support/setlist-sources/setlistfm-responses'
import * as songfish from '@called-it/tests/support/setlist-sources/songfish-rows'
import { createTestClock, startTestSite } from '@called-it/tests/support/setlist-sources/test-site'
import { createRunBench, type RunBench } from '@called-it/tests/support/workers/run-bench'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { importCatalogue } from './import-catalogue.ts'

let bench: RunBench

beforeAll(async () => {
  bench = await createRunBench()
})

beforeEach(async () => {
  await sql`TRUNCATE songs, tours, shows, runs, outbox CASCADE`.execute(bench.db)
})

afterAll(() => bench.drop())

const DAY_IN_MS = 86_400_000

/** Four recent shows: the oldest has a song in its encore that the later ones do not play. */
const SHOWS = [4, 3, 2, 1].map((daysAgo) => ({
  id: 500 + daysAgo,
  date: utcDate(new Date(Date.now() - daysAgo * DAY_IN_MS)),
  encore: daysAgo === 4 ? 'Glass Elk' : 'Ferry',
}))
const OPENER = 'Harbor Teeth'

const slugOf = (name: string) => name.toLowerCase().replace(' ', '-')

type Site = (path: string) => unknown

async function open(site: Site, create: (baseUrl: string, parts: SiteParts) => SetlistSource) {
  const server = await startTestSite((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://site')
    response.setHeader('content-type', 'application/json').end(JSON.stringify(site(pathname)))
  })
  return create(server.url, { permit: async () => {}, clock: createTestClock() })
}

const phishnetRows = SHOWS.flatMap(({ id, date, encore }) =>
  phishnet.testSetlist({ 1: [OPENER], e: [encore] }, { showid: id, showdate: date }),
)

const phishnetSite: Site = (path) => {
  const showid = Number(/\d+(?=\.json$)/.exec(path)?.[0])
  const songs = [OPENER, 'Glass Elk', 'Ferry'].map((song) =>
    phishnet.testSong({ song, slug: slugOf(song), songid: song.length }),
  )
  if (path === '/songs.json') return { error: false, data: songs }
  const shows = SHOWS.map(({ id, date }) => phishnet.testShow({ showid: id, showdate: date }))
  if (path.startsWith('/shows/')) return { error: false, data: shows }
  return { error: false, data: phishnetRows.filter((row) => row.showid === showid) }
}

const songfishSite: Site = (path) => {
  if (path === '/songs.json') {
    const songs = [OPENER, 'Glass Elk', 'Ferry']
    return songfish.testAnswer(songs.map((name, id) => ({ id: id + 1, name, slug: slugOf(name) })))
  }
  if (path.startsWith('/shows/')) {
    return songfish.testAnswer(
      SHOWS.map(({ id, date }) => songfish.testShow({ show_id: id, showdate: date })),
    )
  }
  const show = SHOWS.find(({ id }) => path.endsWith(`/${id}.json`))
  const played = (songname: string, fields: object) =>
    songfish.testPerformance({
      show_id: show?.id,
      showdate: show?.date,
      songname,
      slug: slugOf(songname),
      song_id: [OPENER, 'Glass Elk', 'Ferry'].indexOf(songname) + 1,
      ...fields,
    })
  return songfish.testAnswer([
    played(OPENER, {}),
    played(show?.encore ?? '', { position: 2, settype: 'Encore', setnumber: 'e' }),
  ])
}

const setlistfmSite: Site = (path) => {
  const setlists = SHOWS.map(({ id, date, encore }) =>
    testSetlist({
      id: String(id),
      eventDate: date.split('-').reverse().join('-'),
      sets: { set: [{ song: [{ name: OPENER }] }, { encore: 1, song: [{ name: encore }] }] },
    }),
  )
  return setlists.find(({ id }) => path.endsWith(`/setlist/${id}`)) ?? testPage(setlists)
}

async function openFile(): Promise<SetlistSource> {
  const folder = await mkdtemp(join(tmpdir(), 'called-it-notebook-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(join(folder, 'rows.json'), JSON.stringify(phishnetRows))
  return createFileSource({ paths: [folder] })
}

test.each([
  [
    'phishnet',
    () => open(phishnetSite, (baseUrl, parts) => createPhishnetSource({ apiKey: 'k', baseUrl }, parts)),
  ],
  ['songfish', () => open(songfishSite, (baseUrl, parts) => createSongfishSource({ baseUrl }, parts))],
  [
    'setlistfm',
    () =>
      open(setlistfmSite, (baseUrl, parts) =>
        createSetlistfmSource({ apiKey: 'k', mbid: TEST_MBID, baseUrl }, parts),
      ),
  ],
  ['file', openFile],
] as const)('computes the notebook statistics that %s lacks from performances', async (_, openSource) => {
  const source = await openSource()
  const executor = bench.createExecutor({
    'import-catalogue': (context) => importCatalogue({ ...context, source }),
  })
  const runId = await bench.enqueue('import-catalogue', { notebookOnly: false })
  await executor.execute('import-catalogue', runId, await bench.jobOf(runId))
  expect(await bench.getRun(runId)).toMatchObject({ state: 'done', result: { songs: 3, shows: 4 } })
  expect(await listNotebookSongs(bench.db)).toEqual([
    { id: expect.any(Number), name: 'Glass Elk', slug: 'glass-elk', usualSet: 'encore' },
  ])
})
