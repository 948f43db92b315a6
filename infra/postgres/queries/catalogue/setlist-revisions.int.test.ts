import { handSetlist } from '@called-it/shared/contract/setlists'
import { showNotice } from '@called-it/shared/contract/shows'
import { makeAdmin } from '@called-it/tests/support/factories/accounts'
import { makeSetlist, makeShow, makeSongs, TEST_SOURCE } from '@called-it/tests/support/factories/catalogue'
import { makePrediction } from '@called-it/tests/support/factories/scores'
import { databaseOfFile } from '@called-it/tests/support/test-database'
import { describe, expect, test } from 'vitest'
import type { SourceSetlist } from '../../../setlist-sources/source.ts'
import { getDatabaseTime } from '../work/database.ts'
import { insertHandSetlist, insertSourceSetlist } from './setlist-revisions.ts'
import { getActualSetlist, listPerformances } from './setlists.ts'

const database = await databaseOfFile()
const songs = await makeSongs(database.db, 10)
const adminId = (await makeAdmin(database.db)).id

const song = (index: number) => songs[index] ?? expect.fail('no such song')

/** A setlist of a source: set labels with songs by index, or by the name of a new song. */
function setlistOf(
  entries: readonly [set: string, song: number | string][],
  given: Partial<SourceSetlist> = {},
): SourceSetlist {
  return {
    showSourceId: 'any',
    excluded: false,
    exclusionReason: null,
    entries: entries.map(([set, played]) => ({
      set,
      song:
        typeof played === 'string'
          ? { sourceId: `new-${played}`, slug: played, name: played }
          : { sourceId: song(played).source_id, slug: song(played).slug, name: song(played).name },
    })),
    text: 'Set 1: as played',
    notes: null,
    ...given,
  }
}

const store = (showId: number, setlist: SourceSetlist) =>
  database.db
    .transaction()
    .execute((trx) => insertSourceSetlist(trx, { source: TEST_SOURCE, showId, setlist }))

const enter = (showId: number, setlist: Parameters<typeof handSetlist.parse>[0]) =>
  database.db
    .transaction()
    .execute((trx) =>
      insertHandSetlist(trx, { showId, setlist: handSetlist.parse(setlist), enteredBy: adminId }),
    )

const showRow = (showId: number) =>
  database.db.selectFrom('shows').selectAll().where('id', '=', showId).executeTakeFirstOrThrow()

test('adds no song of a soundcheck', async () => {
  const show = await makeShow(database.db)
  const { entries, ...setlist } = setlistOf([['1', 0]])
  const unknown = { set: 's', song: { sourceId: null, slug: 'tuning', name: 'Tuning' } }
  await store(show.id, { ...setlist, entries: [...entries, unknown] })
  expect(await database.db.selectFrom('songs').select('id').where('slug', '=', 'tuning').execute()).toEqual(
    [],
  )
})

test('numbers performances per set, merges encores and skips soundchecks', async () => {
  const show = await makeShow(database.db)
  const { revisionId } = await store(
    show.id,
    setlistOf(
      ['s', '1', '1', '2', '3', 'e', 'e2'].map((set, index) => [set, [9, 0, 1, 2, 3, 4, 0][index] ?? 0]),
    ),
  )
  const placed = (await listPerformances(database.db, revisionId)).map(
    ({ sequence, setName, position, songId }) => [sequence, setName, position, songId],
  )
  expect(placed).toEqual([
    [1, 'set1', 1, song(0).id],
    [2, 'set1', 2, song(1).id],
    [3, 'set2', 1, song(2).id],
    [4, '3', 1, song(3).id],
    [5, 'encore', 1, song(4).id],
    [6, 'encore', 2, song(0).id],
  ])
  expect(await getActualSetlist(database.db, revisionId)).toEqual({
    set1: [song(0).id, song(1).id],
    set2: [song(2).id],
    encore: [song(4).id, song(0).id],
    further: [{ set: '3', songs: [song(3).id] }],
  })
  expect(await showRow(show.id)).toMatchObject({ setlist_revision_id: revisionId })
})

test('inserts a revision only for a different setlist', async () => {
  const show = await makeShow(database.db)
  const [one, two]: [[string, number], [string, number]] = [
    ['2', 1],
    ['2', 2],
  ]
  const notes = 'With a guest.'
  for (const [setlist, number, changed] of [
    [setlistOf([['1', 0]]), 1, true],
    [setlistOf([['1', 0]]), 1, false],
    [setlistOf([['2', 0]]), 2, true],
    [setlistOf([one]), 3, true],
    [setlistOf([one, two]), 4, true],
    [setlistOf([one, two], { notes }), 5, true],
    [setlistOf([one, two], { notes }), 5, false],
  ] as const) {
    expect(await store(show.id, setlist)).toMatchObject({ number, changed })
  }
})

test('prints a setlist from an admin and replaces it by one of the source', async () => {
  const show = await makeShow(database.db)
  const sets = {
    set1: [{ id: song(0).id }, { id: song(1).id }],
    set2: [],
    encore: [{ id: song(2).id }],
    further: [{ set: '3', songs: [{ id: song(3).id }] }],
    notes: 'Corrected.',
  }
  const entered = await enter(show.id, sets)
  expect(entered).toMatchObject({ outcome: 'stored', number: 1, changed: true })
  expect(await enter(show.id, sets)).toMatchObject({ outcome: 'stored', number: 1, changed: false })
  const revision = await database.db
    .selectFrom('setlist_revisions')
    .select(['origin', 'text', 'notes', 'created_by'])
    .where('show_id', '=', show.id)
    .executeTakeFirstOrThrow()
  expect(revision).toEqual({
    origin: 'hand',
    text: `Set 1: ${song(0).name}, ${song(1).name}\nSet 3: ${song(3).name}\nEncore: ${song(2).name}`,
    notes: 'Corrected.',
    created_by: adminId,
  })
  expect(await store(show.id, setlistOf([['1', 0]]))).toMatchObject({ number: 2, changed: true })
})

test('inserts two revisions for two concurrent corrections', async () => {
  const show = await makeShow(database.db)
  const stored = await Promise.all([
    store(show.id, setlistOf([['1', 0]])),
    store(show.id, setlistOf([['1', 1]])),
  ])
  expect(stored.map(({ number }) => number).toSorted()).toEqual([1, 2])
})

test('keeps a show running in the set of the last song', async () => {
  const show = await makeShow(database.db)
  const openSets = async () => {
    const revisions = database.db.selectFrom('setlist_revisions').where('show_id', '=', show.id)
    return (await revisions.select('open_set').orderBy('number').execute()).map(({ open_set }) => open_set)
  }
  await store(show.id, setlistOf([['1', 0]]))
  expect(await openSets()).toEqual([null])
  await makeSetlist(database.db, show.id, { set1: [song(0).id] }, { open_set: 'set2' })
  await enter(show.id, { set1: [{ id: song(0).id }], set2: [], encore: [], further: [] })
  await store(
    show.id,
    setlistOf([
      ['1', 0],
      ['3', 1],
    ]),
  )
  await makeSetlist(database.db, show.id, { set1: [song(0).id] }, { open_set: null })
  await store(show.id, setlistOf([['2', 0]]))
  expect(await openSets()).toEqual([null, 'set2', 'set1', 'further', null, null])
})

describe('first song', () => {
  const inMinutes = async (minutes: number) =>
    new Date((await getDatabaseTime(database.db)).getTime() + minutes * 60_000)
  const listAudit = (showId: number) =>
    database.db.selectFrom('audit_log').selectAll().where('subject', '=', `show:${showId}`).execute()
  /** Minutes until the lock and the start. */
  const makeOpenShow = async (lock: number, start: number | null) =>
    makeShow(database.db, {
      locks_at: await inMinutes(lock),
      starts_at: start === null ? null : await inMinutes(start),
    })

  test.each([
    ['the start', 600, 179],
    ['the lock where the start is unknown', 179, null],
  ])('closes the picks from 3 hours before %s, for good', async (_before, lock, start) => {
    const show = await makeOpenShow(lock, start)
    await store(show.id, setlistOf([['1', 0]]))
    const closed = await showRow(show.id)
    expect(closed.locks_at?.getTime()).toBeLessThanOrEqual((await inMinutes(0)).getTime())
    const { kind, from } = showNotice.parse(closed.notice)
    expect([kind, new Date(from ?? '')]).toEqual(['first-song', show.locks_at])
    expect(await listAudit(show.id)).toMatchObject([
      { action: 'show:locked', actor_id: null, details: { cause: 'first song', from } },
    ])
    await store(show.id, setlistOf([]))
    expect(await showRow(show.id)).toMatchObject({ locks_at: closed.locks_at, notice: closed.notice })
  })

  test('counts the first play of a song that closes the picks', async () => {
    const show = await makeOpenShow(60, 60)
    expect(await store(show.id, setlistOf([['1', 'Opener']]))).toMatchObject({ firstPlays: true })
    const opener = database.db.selectFrom('songs').select('times_played').where('slug', '=', 'Opener')
    expect(await opener.executeTakeFirst()).toEqual({ times_played: 1 })
  })

  test('closes the picks after the saves that were stored while its transaction ran', async () => {
    const show = await makeOpenShow(60, 60)
    const { saved, stored } = await database.db.transaction().execute(async (trx) => {
      await getDatabaseTime(trx)
      const saved = await makePrediction(database.db, {
        showId: show.id,
        userId: adminId,
        picks: { set1: [1] },
      })
      const setlist = setlistOf([['1', 'Late opener']])
      return {
        saved,
        stored: await insertSourceSetlist(trx, { source: TEST_SOURCE, showId: show.id, setlist }),
      }
    })
    const { locks_at } = await showRow(show.id)
    expect(locks_at?.getTime()).toBeGreaterThanOrEqual(saved.updated_at.getTime())
    expect(stored.firstPlays).toBe(true)
  })

  test('names the admin who entered it', async () => {
    const show = await makeOpenShow(60, 60)
    await enter(show.id, { set1: [{ id: song(0).id }], set2: [], encore: [] })
    expect(await listAudit(show.id)).toMatchObject([{ action: 'show:locked', actor_id: adminId }])
  })

  test.each<[string, number, number | null, [string, number][]]>([
    ['more than 3 hours before the start', 181, 181, [['1', 0]]],
    ['more than 3 hours before the lock of an unknown start', 181, null, [['1', 0]]],
    ['for an empty setlist', 179, 179, []],
    ['for a soundcheck', 179, 179, [['s', 0]]],
  ])('leaves the picks open %s', async (_when, lock, start, entries) => {
    const show = await makeOpenShow(lock, start)
    await store(show.id, setlistOf(entries))
    expect(await showRow(show.id)).toMatchObject({ locks_at: show.locks_at, notice: null })
  })
})

test('takes back the notice of a cancellation when the show was played', async () => {
  const notice = { kind: 'cancelled', at: '2025-01-01T00:00:00Z', reason: null, from: null }
  const show = await makeShow(database.db, {
    daysFromToday: -1,
    excluded: true,
    notice: JSON.stringify(notice),
  })
  await store(show.id, setlistOf([['1', 0]]))
  expect(await showRow(show.id)).toMatchObject({ notice: null, excluded: false })
})
