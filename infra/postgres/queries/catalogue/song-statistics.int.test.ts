import { emptyTables } from '@called-it/tests/support/empty-tables'
import { makeSetlist, makeShow, makeSong, TEST_SOURCE } from '@called-it/tests/support/factories/catalogue'
import { databaseOfFile } from '@called-it/tests/support/test-database'
import { beforeEach, expect, test } from 'vitest'
import type { SourceSetlist, SourceSong } from '../../../setlist-sources/source.ts'
import { insertSourceSetlist } from './setlist-revisions.ts'
import { updateSongStatistics } from './song-import.ts'

const database = await databaseOfFile()

beforeEach(async () => {
  await emptyTables(database.db, 'songs', 'shows')
})

const debut = { sourceId: 'debut', slug: 'debut', name: 'Debut' }
const setlist: SourceSetlist = {
  showSourceId: 'any',
  excluded: false,
  exclusionReason: null,
  entries: [{ set: '1', song: debut }],
  text: 'Set 1: Debut',
  notes: null,
}

test.each([
  { picks: 'closed', picks_closed: true, times_played: 1, gap: 0 },
  { picks: 'open', picks_closed: false, times_played: 0, gap: null },
])('counts a first play with its setlist: $times_played while picks are $picks', async (row) => {
  const { picks, picks_closed, ...counts } = row
  const { id: showId, showdate } = await makeShow(database.db, { picks_closed })
  const stored = await database.db
    .transaction()
    .execute((trx) => insertSourceSetlist(trx, { source: TEST_SOURCE, showId, setlist }))
  expect(stored.firstPlays).toBe(true)
  const song = await database.db.selectFrom('songs').selectAll().executeTakeFirstOrThrow()
  expect(song).toMatchObject({ ...counts, last_played: picks === 'closed' ? showdate : null })
})

async function makeUnplayed() {
  const song = await makeSong(database.db, { source_id: 'unplayed', slug: 'unplayed', gap: 7 })
  const alias = { source: TEST_SOURCE, kind: 'slug', alias: 'alias', song_id: song.id } as const
  await database.db.insertInto('song_aliases').values(alias).execute()
  return song
}

test.each([
  { given: 'its id', sourceId: 'unplayed', slug: 'any' },
  { given: 'its slug', sourceId: null, slug: 'unplayed' },
  { given: 'another slug', sourceId: null, slug: 'alias' },
])('takes gap and day from stored setlists while a later show has a song by $given', async (reference) => {
  const [played, unplayed] = [await makeSong(database.db), await makeUnplayed()]
  const afternoon = await makeShow(database.db, { daysFromToday: 0, picks_closed: true })
  await makeShow(database.db, { daysFromToday: 0, source_id: 'evening', locks_at: new Date('2999-01-01') })
  await makeSetlist(database.db, afternoon.id, { set1: [played.id] })
  const listed = [played, unplayed].map(
    ({ source_id, slug, name }): SourceSong => ({
      sourceId: source_id,
      slug,
      name,
      timesPlayed: 9,
      gap: 0,
      lastPlayed: afternoon.showdate,
    }),
  )
  const play = {
    showSourceId: 'evening',
    date: afternoon.showdate,
    song: { ...reference, name: 'any' },
  }
  await database.db.transaction().execute((trx) => updateSongStatistics(trx, TEST_SOURCE, listed, [play]))
  const songs = await database.db.selectFrom('songs').selectAll().orderBy('id').execute()
  expect(songs.map(({ times_played, gap, last_played }) => [times_played, gap, last_played])).toEqual([
    [9, 0, afternoon.showdate],
    [8, 7, null],
  ])
})
