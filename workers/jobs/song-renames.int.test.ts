import { insertSourceSetlist } from '@called-it/infra/postgres/queries/catalogue/setlist-revisions'
import {
  acceptRename,
  listProposedRenames,
  lockProposedRename,
} from '@called-it/infra/postgres/queries/catalogue/song-renames'
import { SetlistSourceError, type SourceSong } from '@called-it/infra/setlist-sources/source'
import { makeShow, TEST_SOURCE } from '@called-it/tests/support/factories'
import { setlistAtSource } from '@called-it/tests/support/workers/fake-source'
import { listedSong } from '@called-it/tests/support/workers/listed'
import { createRunBench, type RunBench } from '@called-it/tests/support/workers/run-bench'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'

let bench: RunBench

beforeAll(async () => {
  bench = await createRunBench()
})

beforeEach(async () => {
  await sql`TRUNCATE songs, song_aliases, song_renames, shows CASCADE`.execute(bench.db)
})

afterAll(() => bench.drop())

const withoutId = (name: string): SourceSong => ({
  ...listedSong(name.toLowerCase().replaceAll(' ', '-')),
  sourceId: null,
  name,
})

async function importSongs(...songs: SourceSong[]) {
  bench.source.listSongs = async () => songs
  return bench.run('update-notebook', { confirm: true })
}

const listProposals = async () =>
  (await listProposedRenames(bench.db)).map(({ songName, name, reason }) => [songName, name, reason])
const storedSongs = () => bench.db.selectFrom('songs').selectAll().orderBy('id').execute()

async function playAt(showSourceId: string, ...songs: SourceSong[]) {
  const show = await makeShow(bench.db, { source_id: showSourceId, picks_closed: true })
  const setlist = setlistAtSource(show, {
    1: songs.map(({ sourceId, slug, name }) => ({ source_id: sourceId, slug, name })),
  })
  bench.source.setlists.set(showSourceId, setlist)
  await bench.db
    .transaction()
    .execute((trx) => insertSourceSetlist(trx, { source: TEST_SOURCE, showId: show.id, setlist }))
  /** What the source has from now on. */
  return (...later: SourceSong[]) =>
    bench.source.setlists.set(
      showSourceId,
      setlistAtSource(show, {
        1: later.map(({ sourceId, slug, name }) => ({ source_id: sourceId, slug, name })),
      }),
    )
}

test('proposes the song in the place of one that is no longer listed', async () => {
  const [before, kept, after] = ['Untitled', 'Kept', 'Glass Elk'].map(withoutId)
  if (!before || !kept || !after) throw new Error('unreachable')
  await importSongs(before, kept)
  const change = await playAt('night', kept, before)
  change(kept, after)
  const { result } = await importSongs(kept, after)
  expect(result).toMatchObject({
    message: expect.stringContaining('Songs that seem to have a new name, for an admin to confirm: 1.'),
  })
  expect(await listProposals()).toEqual([['Untitled', 'Glass Elk', 'position']])
})

test.each([
  { case: 'spelled alike', before: 'Harbor Teeth', after: 'Harbour Teeth', proposals: 1 },
  { case: 'spelled otherwise', before: 'Harbor Teeth', after: 'Glass Elk', proposals: 0 },
])('proposes $proposals songs $case where the source fails', async (names) => {
  const [before, after, kept] = [names.before, names.after, 'Kept'].map(withoutId)
  if (!before || !kept || !after) throw new Error('unreachable')
  await importSongs(before, kept)
  await playAt('night', before)
  bench.source.setlists.set('night', new SetlistSourceError('timeout', 'slow'))
  await importSongs(after, kept)
  expect(await listProposals()).toHaveLength(names.proposals)
})

test('proposes nothing where both songs have ids', async () => {
  await importSongs({ ...withoutId('Harbor Teeth'), sourceId: '1' })
  await importSongs({ ...withoutId('Harbour Teeth'), sourceId: '2' })
  expect(await listProposals()).toEqual([])
})

test('proposes a name once, and not after it was dropped or is obsolete', async () => {
  const [before, after] = [withoutId('Harbor Teeth'), withoutId('Harbour Teeth')]
  await importSongs(before)
  await importSongs(after)
  await importSongs(after)
  expect(await listProposals()).toHaveLength(1)
  await importSongs(before, after)
  expect(await listProposals()).toEqual([])
  await bench.db.updateTable('song_renames').set({ dropped_at: new Date() }).execute()
  await importSongs(after)
  expect(await listProposals()).toEqual([])
})

test('keeps an accepted song through further imports, also with ids', async () => {
  const [before, after] = [withoutId('Harbor Teeth'), withoutId('Harbour Teeth')]
  await importSongs(before)
  await importSongs(after)
  await bench.db.transaction().execute(async (trx) => {
    const rename = await lockProposedRename(trx, 1, after.slug)
    if (rename) await acceptRename(trx, rename)
  })
  const counted = { ...after, timesPlayed: 12 }
  for (const song of [counted, { ...counted, sourceId: '9' }, counted]) await importSongs(song)
  expect(await storedSongs()).toMatchObject([
    { id: 1, slug: before.slug, name: after.name, source_id: '9', times_played: 12, retired_at: null },
    { id: 2, merged_into: 1 },
  ])
})
