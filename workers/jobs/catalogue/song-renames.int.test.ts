import { insertSourceSetlist } from '@called-it/infra/postgres/queries/catalogue/setlist-revisions'
import { listProposedRenames } from '@called-it/infra/postgres/queries/catalogue/song-renames'
import { listActiveSongs } from '@called-it/infra/postgres/queries/catalogue/songs'
import { SetlistSourceError, type SourceSong } from '@called-it/infra/setlist-sources/source'
import { listAuditEntries } from '@called-it/tests/support/audit-entries'
import { emptyTables } from '@called-it/tests/support/empty-tables'
import { makeShow, TEST_SOURCE } from '@called-it/tests/support/factories/catalogue'
import { setlistAtSource } from '@called-it/tests/support/workers/fake-source'
import { listedSong } from '@called-it/tests/support/workers/listed'
import { benchOfFile } from '@called-it/tests/support/workers/run-bench'
import { beforeEach, expect, test } from 'vitest'
import { findRenames } from './song-renames.ts'

const bench = await benchOfFile()

beforeEach(async () => {
  await emptyTables(bench.db, 'songs', 'song_aliases', 'song_renames', 'shows', 'audit_log')
})

const withoutId = (name: string): SourceSong => ({
  ...listedSong(name.toLowerCase().replaceAll(' ', '-')),
  sourceId: null,
  name,
})

async function importSongs(...songs: SourceSong[]) {
  bench.source.listSongs = async () => songs
  return bench.run('update-notebook', { confirm: true })
}

const merge = (songId: number, into: number | null) => bench.run('merge-song', { songId, into })
const listProposals = async () => {
  const { renames } = await listProposedRenames(bench.db, 20)
  return renames.map(({ song, newer, reason, show }) => [song.name, newer.name, reason, show?.id])
}
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
  const change = (...later: SourceSong[]) =>
    bench.source.setlists.set(
      showSourceId,
      setlistAtSource(show, {
        1: later.map(({ sourceId, slug, name }) => ({ source_id: sourceId, slug, name })),
      }),
    )
  return { show, change }
}

test('stops at an abort while it compares the names of many songs', async () => {
  const [first, second, newer] = ['Untitled', 'Fog', 'Glass Elk'].map(withoutId)
  if (!first || !second || !newer) throw new Error('unreachable')
  await importSongs(first, second)
  await playAt('night', first, second)
  const abortion = new AbortController()
  const renames = findRenames({ ...bench, signal: abortion.signal }, [newer], async () => {
    setImmediate(() => abortion.abort(new Error('stopped')))
    throw new SetlistSourceError('malformed', 'a web page')
  })
  await expect(renames).rejects.toThrow('stopped')
})

test('proposes the song in the place of one that is no longer listed', async () => {
  const [before, kept, after] = ['Untitled', 'Kept', 'Glass Elk'].map(withoutId)
  if (!before || !kept || !after) throw new Error('unreachable')
  await importSongs(before, kept)
  const { show, change } = await playAt('night', kept, before)
  change(kept, after)
  const { result } = await importSongs(kept, after)
  expect(result).toMatchObject({
    message: expect.stringContaining(
      'Songs that seem to be listed as another song, for an admin to decide: 1.',
    ),
  })
  expect(await listProposals()).toEqual([['Untitled', 'Glass Elk', 'position', show.id]])
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

test('names in a check what an import would propose, until it has', async () => {
  const [before, kept, after] = ['Untitled', 'Kept', 'Glass Elk'].map(withoutId)
  if (!before || !kept || !after) throw new Error('unreachable')
  await importSongs(before, kept)
  const { change } = await playAt('night', kept, before)
  change(kept, after)
  bench.source.listSongs = async () => [kept, after]
  const check = async () => (await bench.run('check-import', {})).result
  expect(await check()).toMatchObject({
    changes: [
      { noun: 'song', change: 'new', count: 1, names: ['Glass Elk'] },
      { noun: 'song', change: 'retired', count: 1, names: ['Untitled'] },
      { noun: 'song', change: 'proposed as renamed', count: 1, names: ['Untitled → Glass Elk'] },
    ],
  })
  expect(await listProposals()).toEqual([])
  await importSongs(kept, after)
  expect(await check()).toMatchObject({ changes: [] })
})

test('proposes nothing where both songs have ids', async () => {
  await importSongs({ ...withoutId('Harbor Teeth'), sourceId: '1' })
  await importSongs({ ...withoutId('Harbour Teeth'), sourceId: '2' })
  expect(await listProposals()).toEqual([])
})

test('proposes listed songs whose names differ by an article or &, until decided', async () => {
  const named = (name: string, sourceId: string | null = null) => ({ ...withoutId(name), sourceId })
  const songs = [named('Wind & Rain'), named('The Wind and Rain', '7'), named('Gloria', '8'), named('Fog')]
  await importSongs(...songs, { ...named('Gloria', '9'), slug: 'gloria-2' }, named('Fog!'), named('???'))
  const other = 'The Wind and Rain'
  expect(await listProposals()).toEqual([
    ['Fog', 'Fog!', 'name', undefined],
    ['Wind & Rain', other, 'name', undefined],
  ])
  const [first, second] = await storedSongs()
  await merge(second?.id ?? 0, first?.id ?? 0)
  expect(await listProposals()).toEqual([['Fog', 'Fog!', 'name', undefined]])
  expect(await listActiveSongs(bench.db)).toContainEqual(
    expect.objectContaining({ name: 'Wind & Rain', merged: [expect.objectContaining({ name: other })] }),
  )
  await merge(second?.id ?? 0, null)
  expect((await storedSongs()).slice(0, 2)).toMatchObject([
    { name: 'Wind & Rain', retired_at: null },
    { name: other, retired_at: null },
  ])
  await bench.db.updateTable('song_renames').set({ decision: 'dropped' }).where('slug', '=', 'fog!').execute()
  await importSongs(...songs, named('Fog!'))
  expect(await listProposals()).toEqual([])
})

test('proposes an unlisted song whose name has another article', async () => {
  await importSongs(withoutId('The Fog & I'), withoutId('Kept'))
  await importSongs(withoutId('Fog and I'), withoutId('Kept'))
  expect(await listProposals()).toEqual([['The Fog & I', 'Fog and I', 'name', undefined]])
  await merge(3, 1)
  expect((await listActiveSongs(bench.db)).map(({ id, name }) => [id, name])).toEqual([
    [1, 'Fog and I'],
    [2, 'Kept'],
  ])
})

test('proposes a name once, and not after it was dropped or is obsolete', async () => {
  const [before, after] = [withoutId('Harbor Teeth'), withoutId('Harbour Teeth')]
  await importSongs(before)
  await importSongs(after)
  await importSongs(after)
  expect(await listProposals()).toHaveLength(1)
  await importSongs(before, after)
  expect(await listProposals()).toEqual([])
  await bench.db.updateTable('song_renames').set({ decision: 'dropped' }).execute()
  await importSongs(after)
  expect(await listProposals()).toEqual([])
})

test('keeps an accepted song through further imports, also with ids', async () => {
  const [before, after] = [withoutId('Harbor Teeth'), withoutId('Harbour Teeth')]
  await importSongs(before)
  await importSongs(after)
  await merge(2, 1)
  const counted = { ...after, timesPlayed: 12 }
  for (const song of [counted, { ...counted, sourceId: '9' }, counted]) await importSongs(song)
  expect(await storedSongs()).toMatchObject([
    { id: 1, slug: before.slug, name: after.name, source_id: '9', times_played: 12, retired_at: null },
    { id: 2, merged_into: 1, times_played: 0 },
  ])
})

test('lists an accepted song under its new name, until the merge is undone', async () => {
  const before = withoutId('Harbor Teeth')
  const after = { ...withoutId('Harbour Teeth'), sourceId: '9', timesPlayed: 4 }
  await importSongs(before)
  await importSongs(after)
  const listed = async () =>
    (await listActiveSongs(bench.db)).map((song) => [song.id, song.name, song.times_played])
  const wasListed = await listed()
  await merge(2, 1)
  expect(await listActiveSongs(bench.db)).toMatchObject([
    { id: 1, name: 'Harbour Teeth', times_played: 4, merged: [{ id: 2, name: 'Harbor Teeth' }] },
  ])
  const [audited] = await listAuditEntries(bench.db, { subject: 'song:1' })
  expect(audited).toMatchObject({ action: 'song-rename:accepted', details: { from: 2 } })

  await importSongs(after)
  await merge(2, null)
  expect(await listed()).toEqual(wasListed)
  await importSongs(after)
  expect(await listed()).toEqual(wasListed)
  expect(await storedSongs()).toMatchObject([{ id: 1, name: 'Harbor Teeth' }, { id: 2 }])
  expect(await bench.db.selectFrom('song_aliases').selectAll().execute()).toEqual([])
  expect(await listProposals()).toEqual([])
})
