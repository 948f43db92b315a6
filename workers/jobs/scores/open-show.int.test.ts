import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { listActiveSongs } from '@called-it/infra/postgres/queries/catalogue/songs'
import { createDemoSource } from '@called-it/infra/setlist-sources/demo/demo-source'
import { createFileSource } from '@called-it/infra/setlist-sources/file/file-source'
import { createPhishnetSource } from '@called-it/infra/setlist-sources/phishnet/phishnet-source'
import { createSetlistfmSource } from '@called-it/infra/setlist-sources/setlistfm/setlistfm-source'
import { createSongfishSource } from '@called-it/infra/setlist-sources/songfish/songfish-source'
import type { SetlistSource } from '@called-it/infra/setlist-sources/source'
import { utcDate } from '@called-it/shared/game/calendar'
import { emptyTables } from '@called-it/tests/support/empty-tables'
import * as phishnet from '@called-it/tests/support/setlist-sources/phishnet-rows'
import * as setlistfm from '@called-it/tests/support/setlist-sources/setlistfm-responses'
import * as songfish from '@called-it/tests/support/setlist-sources/songfish-rows'
import { startTestSite } from '@called-it/tests/support/setlist-sources/test-site'
import { folderOfTest } from '@called-it/tests/support/temporary-folder'
import { benchOfFile } from '@called-it/tests/support/workers/run-bench'
import { beforeEach, describe, expect, test } from 'vitest'

const dayFromToday = (days: number) => utcDate(new Date(Date.now() + days * 86_400_000))
/** Its lock has not come, whatever the time is now, and it may have begun elsewhere. */
const TONIGHT = dayFromToday(1)

/** Songs by number. The last one of tonight is a first play. */
const PLAYED = [
  { id: 901, date: dayFromToday(-3), songs: [1, 2, 3, 4] },
  { id: 902, date: dayFromToday(-1), songs: [3, 5] },
]
const WITH_TONIGHT = [...PLAYED, { id: 903, date: TONIGHT, songs: [2, 5, 6] }]
type Played = typeof PLAYED

const bench = await benchOfFile()
let shows: Played = PLAYED

beforeEach(async () => {
  shows = PLAYED
  await emptyTables(bench.db, 'songs', 'tours', 'shows', 'runs', 'outbox', 'topic_versions')
})

const name = (song: number) => `Song ${song}`
const slug = (song: number) => `song-${song}`
const listed = () => (shows === PLAYED ? [...PLAYED, { id: 903, date: TONIGHT, songs: [] }] : shows)

/** As a site with its own counts has them. */
function countedSongs() {
  const numbers = [...new Set(shows.flatMap(({ songs }) => songs))]
  return numbers.map((song) => {
    const last = shows.findLastIndex(({ songs }) => songs.includes(song))
    const earlier = song === 6 ? 0 : 40
    return {
      song,
      times: earlier + shows.filter(({ songs }) => songs.includes(song)).length,
      gap: shows.length - 1 - last,
      day: shows[last]?.date,
    }
  })
}

async function startSite(respond: (pathname: string, show: Played[number] | undefined) => unknown) {
  const site = await startTestSite((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://site')
    const show = listed().find(({ id }) => pathname.includes(String(id)))
    response.setHeader('content-type', 'application/json').end(JSON.stringify(respond(pathname, show)))
  })
  return { baseUrl: site.url, parts: { permit: async () => {} } }
}

const sources: Record<string, () => Promise<SetlistSource>> = {
  demo: async () =>
    createDemoSource({
      anchor: async () => TONIGHT,
      today: async () => (shows === PLAYED ? dayFromToday(-1) : TONIGHT),
    }),
  phishnet: async () => {
    const { baseUrl, parts } = await startSite((pathname, show) => ({
      data: pathname.includes('songs')
        ? countedSongs().map(({ song, times, gap, day }) =>
            phishnet.testSong({
              songid: song,
              song: name(song),
              slug: slug(song),
              times_played: times,
              gap,
              last_played: day,
            }),
          )
        : pathname.includes('setlists')
          ? show?.songs.map((song, index) =>
              phishnet.testPerformance({
                showid: show.id,
                showdate: show.date,
                songid: song,
                song: name(song),
                slug: slug(song),
                position: index + 1,
              }),
            )
          : listed().map(({ id, date }) => phishnet.testShow({ showid: id, showdate: date })),
    }))
    return createPhishnetSource({ apiKey: 'key', baseUrl }, parts)
  },
  songfish: async () => {
    const { baseUrl, parts } = await startSite((pathname, show) =>
      songfish.testResponse(
        pathname.includes('songs')
          ? countedSongs().map(({ song }) => ({ id: song, name: name(song), slug: slug(song) }))
          : pathname.includes('setlists')
            ? show?.songs.map((song, index) =>
                songfish.testPerformance({
                  show_id: show.id,
                  showdate: show.date,
                  song_id: song,
                  songname: name(song),
                  slug: slug(song),
                  position: index + 1,
                }),
              )
            : listed().map(({ id, date }) => songfish.testShow({ show_id: id, showdate: date })),
      ),
    )
    return createSongfishSource({ baseUrl }, parts)
  },
  setlistfm: async () => {
    const setlistOf = ({ id, date, songs }: Played[number]) =>
      setlistfm.testSetlist({
        id: String(id),
        eventDate: date.split('-').reverse().join('-'),
        sets: {
          // Tonight's spelling differs.
          set: [
            { song: songs.map((song) => ({ name: id === 903 ? name(song).toUpperCase() : name(song) })) },
          ],
        },
      })
    const { baseUrl, parts } = await startSite((_, show) =>
      show ? setlistOf(show) : setlistfm.testPage(listed().map(setlistOf).toReversed()),
    )
    return createSetlistfmSource({ apiKey: 'key', mbid: setlistfm.TEST_MBID, baseUrl }, parts)
  },
  file: async () => {
    const folder = await folderOfTest()
    const file = path.join(folder, 'shows.json')
    const source = createFileSource({ paths: [file] })
    const write = () =>
      writeFile(
        file,
        JSON.stringify(
          listed().flatMap(({ id, date, songs }) =>
            songs.map((song, index) =>
              phishnet.testPerformance({
                showid: id,
                showdate: date,
                songid: song,
                song: name(song),
                slug: slug(song),
                position: index + 1,
              }),
            ),
          ),
        ),
      )
    return { ...source, listSongs: () => write().then(source.listSongs) }
  },
}

describe.each(Object.keys(sources))('song list of %s', (key) => {
  const importAll = async () => {
    expect(await bench.run('import-catalogue', { notebookOnly: false })).toMatchObject({ state: 'done' })
    return listActiveSongs(bench.db)
  }

  beforeEach(async () => {
    const source = await sources[key]?.()
    Object.assign(bench.source, { ...source, name: bench.source.name })
  })

  test('does not change when the source has the setlist of an open show', async () => {
    const before = await importAll()
    expect(before.some(({ gap }) => gap === 0)).toBe(true)
    shows = WITH_TONIGHT
    expect(await importAll()).toEqual(before)

    const { id: showId } = await bench.db
      .updateTable('shows')
      .set({ picks_closed: true })
      .where('showdate', '=', TONIGHT)
      .returning('id')
      .executeTakeFirstOrThrow()
    await bench.run('import-setlist', { showId })
    const after = await importAll()
    expect(after.some(({ gap, last_played }) => gap === 0 && last_played === TONIGHT)).toBe(true)
    expect(after.some(({ gap, last_played }) => gap === 0 && last_played !== TONIGHT)).toBe(false)
  })

  test('does not tell the setlist of an open show on the first import', async () => {
    const plays = async () => new Map((await importAll()).map((song) => [song.slug, song.times_played]))
    const before = await plays()
    await emptyTables(bench.db, 'songs', 'tours', 'shows')
    shows = WITH_TONIGHT
    for (const [song, times] of await plays()) expect([song, times]).toEqual([song, before.get(song) ?? 0])
    expect((await listActiveSongs(bench.db)).some(({ last_played }) => last_played === TONIGHT)).toBe(false)
  })
})
