import {
  insertHandSetlist,
  insertSourceSetlist,
} from '@called-it/infra/postgres/queries/catalogue/setlist-revisions'
import { lockNow, openPicksAgain } from '@called-it/infra/postgres/queries/catalogue/show-locks'
import { findShowForUpdate } from '@called-it/infra/postgres/queries/catalogue/shows'
import { insertLiveRevision } from '@called-it/infra/postgres/queries/live/live-setlists'
import { insertPublicEvents } from '@called-it/infra/postgres/queries/outlets/public-events'
import { closePicks, reopenPicks } from '@called-it/infra/postgres/queries/standings/score-sets'
import { putFact } from '@called-it/infra/postgres/queries/work/installation-facts'
import { insertJob } from '@called-it/infra/postgres/queries/work/outbox'
import type { LiveSetlist } from '@called-it/shared/game/live/live-setlist'
import { POINTS } from '@called-it/shared/game/points'
import { publicEvents } from '@called-it/shared/outlets/public-events'
import { emptyTables } from '@called-it/tests/support/empty-tables'
import { makeAdmin, makeUser } from '@called-it/tests/support/factories/accounts'
import { makeSetlist, makeShow, TEST_SOURCE } from '@called-it/tests/support/factories/catalogue'
import { makeBand, makeNight } from '@called-it/tests/support/factories/night'
import { makePrediction } from '@called-it/tests/support/factories/scores'
import { countWaitingQueries, killWaitingQueries } from '@called-it/tests/support/waiting-queries'
import { deliverAnnouncements } from '@called-it/tests/support/workers/announcements'
import { setlistAtSource } from '@called-it/tests/support/workers/fake-source'
import { listNotified } from '@called-it/tests/support/workers/notified-users'
import { benchOfFile } from '@called-it/tests/support/workers/run-bench'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { commitPicks } from '../locks/commit-picks.ts'

const bench = await benchOfFile()
const { db } = bench
const { song, id: songId, ids } = await makeBand(db, 12)
const songOf = (place: number) => ({ id: songId(place), name: song(place).name })
const { id: adminId } = await makeAdmin(db)

beforeEach(async () => {
  await emptyTables(db, 'shows', 'outbox', 'public_events', 'notifications', 'announcements')
  await putFact(db, 'roots-since', ago(60 * 24 * 30).toISOString())
})

const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)
const showTonight = (given: Parameters<typeof makeShow>[1] = {}) =>
  makeShow(db, { daysFromToday: 0, locks_at: ago(1), ...given })

async function listEvents() {
  const rows = await db.selectFrom('public_events').select(['kind', 'payload']).orderBy('id').execute()
  return rows.map(({ kind, payload }) => ({ kind, ...payload }))
}

async function commit(showId: number): Promise<void> {
  const outboxId = await db.transaction().execute((trx) => insertJob(trx, 'commit-picks', { showId }))
  for (const attempt of [1, 2]) {
    await commitPicks({ db, publisher: bench.publisher })({ showId }, { outboxId, attempt })
  }
}

async function tap(showId: number, openSet: LiveSetlist['openSet'], ...indexes: number[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await findShowForUpdate(trx, showId)
    const performances = indexes.map((index) => ({
      setName: 'set1' as const,
      songId: songId(index),
      at: null,
    }))
    const setlist = { performances, openSet, isNewSet: false }
    await insertLiveRevision(trx, { showId, setlist, notes: null, createdBy: adminId })
  })
}

async function score(showId: number): Promise<void> {
  expect(await bench.score(showId)).toMatchObject({ state: 'done' })
  await deliverAnnouncements(bench)
}

async function pick(showId: number, indexes: readonly number[], given: Parameters<typeof makeUser>[1] = {}) {
  const user = await makeUser(db, given)
  await makePrediction(db, { showId, userId: user.id, picks: { set1: ids(...indexes) } })
  return user
}

/** Opens the picks of a show, and locks them again at once. */
async function lockAgain(showId: number): Promise<void> {
  const notice = { kind: 'reopened', at: ago(0).toISOString(), reason: 'too early', from: null } as const
  await db.transaction().execute((trx) => openPicksAgain(trx, showId, { locksAt: ago(-60), notice }))
  await sql`UPDATE shows SET locks_at = now(), set_locks_at = now()`.execute(db)
}

describe('picks-locked', () => {
  test('is stored once for each lock, before the proof with its root', async () => {
    const show = await showTonight()
    await pick(show.id, [0])
    await commit(show.id)
    await lockAgain(show.id)
    await pick(show.id, [0])
    await commit(show.id)

    const locks = await db.selectFrom('pick_locks').select('root').orderBy('number').execute()
    const of = { id: show.id, date: show.showdate, venue: show.venue, place: 'Harborview, ME, USA' }
    expect(await listEvents()).toEqual(
      locks.flatMap(({ root }, index) => [
        {
          kind: 'picks-locked',
          show: of,
          locked_at: expect.any(String),
          predictions: index + 1,
          root: null,
        },
        { kind: 'picks-proved', show: of, predictions: index + 1, root: root?.toString('hex') },
      ]),
    )
    expect(locks).toHaveLength(2)
  })

  test('is stored alone for a show without predictions', async () => {
    await commit((await showTonight()).id)
    expect(await listEvents()).toMatchObject([{ kind: 'picks-locked', predictions: 0, root: null }])
  })

  test('is stored before songs and scores that come before its proof, once', async () => {
    const { id } = await showTonight()
    await pick(id, [0])
    await tap(id, 'set1', 0)
    await tap(id, null, 0, 1)
    await score(id)
    await commit(id)
    expect((await listEvents()).map(({ kind }) => kind)).toEqual([
      'picks-locked',
      'song-played',
      'song-played',
      'show-final',
      'picks-proved',
    ])
  })

  test('is stored by an admin, a first song and a run that close picks', async () => {
    const early = await makeShow(db, { daysFromToday: 1 })
    await pick(early.id, [0])
    const notice = { kind: 'locked-early', at: ago(0).toISOString(), reason: null, from: null } as const
    await db.transaction().execute((trx) => lockNow(trx, early.id, notice))
    const begun = await makeShow(db, { daysFromToday: 0, locks_at: ago(-60) })
    await tap(begun.id, null, 0)
    const scored = await makeShow(db, { daysFromToday: 0, locks_at: ago(-600), starts_at: ago(-600) })
    await makeSetlist(db, scored.id, { set1: [songId(0)] })
    await db.transaction().execute((trx) => closePicks(trx, scored.id, 1))
    expect(await listEvents()).toMatchObject(
      [early, begun, scored].map(({ id }) => ({ kind: 'picks-locked', show: { id } })),
    )
  })

  test('is stored again for a lock that follows reopened picks without a root', async () => {
    const { id } = await showTonight()
    await tap(id, 'set1', 0)
    await lockAgain(id)
    await commit(id)
    const other = await makeShow(db, { daysFromToday: 0, locks_at: ago(-600) })
    await db.transaction().execute((trx) => closePicks(trx, other.id, 2))
    await db.transaction().execute((trx) => reopenPicks(trx, 2))
    await commit(other.id)
    await sql`UPDATE shows SET locks_at = now() WHERE id = ${other.id}`.execute(db)
    await commit(other.id)
    const locks = (await listEvents()).filter(({ kind }) => kind === 'picks-locked')
    expect(locks).toMatchObject([id, id, other.id, other.id].map((showId) => ({ show: { id: showId } })))
  })

  test('is stored once when a run that scores a locked show fails', async () => {
    const { id } = await showTonight()
    await db.transaction().execute((trx) => closePicks(trx, id, 3))
    await db.transaction().execute((trx) => reopenPicks(trx, 3))
    await commit(id)
    expect(await listEvents()).toMatchObject([{ kind: 'picks-locked' }])
  })

  test('is not stored for picks that are open', async () => {
    const { id, showdate: date, venue } = await makeShow(db, { daysFromToday: 1 })
    const payload = { show: { id, date, venue, place: '' }, players: 0, leaders: [] }
    await db
      .transaction()
      .execute((trx) => insertPublicEvents(trx, [{ kind: 'show-final', showId: id, key: 'final', payload }]))
    expect(await listEvents()).toMatchObject([{ kind: 'show-final' }])
  })
})

describe('song-played', () => {
  const listSongs = async () => (await listEvents()).slice(1).map((event) => ({ ...event, show: undefined }))
  const played = (index: number, position: number) => ({
    kind: 'song-played',
    set: 'set1',
    position,
    song: songOf(index),
  })

  test('is stored once for each song, also after an undo', async () => {
    const { id } = await showTonight()
    await tap(id, 'set1', 0)
    await tap(id, 'set1', 0, 1)
    await tap(id, 'set1', 0)
    await tap(id, 'set1', 0, 1)
    await tap(id, 'set1', 0, 1, 0)
    await tap(id, null, 0, 1, 0)
    expect(await listSongs()).toEqual([played(0, 1), played(1, 2), played(0, 3)])
  })

  test('is not stored for songs that only move, but for one that was missing', async () => {
    const { id } = await showTonight()
    await tap(id, 'set1', 0, 1)
    await tap(id, 'set1', 1, 0)
    await tap(id, 'set1', 2, 1, 0)
    expect(await listSongs()).toEqual([played(0, 1), played(1, 2), played(2, 1)])
  })

  test('is stored for setlists of the source and of admins while the show runs', async () => {
    const show = await showTonight()
    await db.transaction().execute(async (trx) => {
      await insertSourceSetlist(trx, {
        source: TEST_SOURCE,
        showId: show.id,
        setlist: setlistAtSource(show, { '1': [song(0)] }),
        runs: true,
      })
      await insertHandSetlist(trx, {
        showId: show.id,
        setlist: {
          set1: [{ id: songId(0) }, { id: songId(3) }],
          set2: [],
          encore: [],
          further: [],
          notes: null,
        },
        enteredBy: adminId,
      })
    })
    expect(await listSongs()).toEqual([played(0, 1), played(3, 2)])
  })

  test('is not stored for a show that does not run', async () => {
    const setlistOf = (show: { id: number; source_id: string }) =>
      db.transaction().execute((trx) =>
        insertSourceSetlist(trx, {
          source: TEST_SOURCE,
          showId: show.id,
          setlist: setlistAtSource(show, { '1': [song(0), song(1)] }),
        }),
      )
    await setlistOf(await showTonight())
    await setlistOf(await makeShow(db, { daysFromToday: -3, locks_at: ago(60 * 72) }))
    await tap((await makeShow(db, { daysFromToday: -3, locks_at: ago(60 * 72) })).id, 'set1', 0)
    expect(await listEvents()).toEqual([])
    expect(await listNotified(bench, 'first-song')).toEqual([])
  })
})

test('sends those who picked the show its first song, once', async () => {
  const { id } = await showTonight()
  const fan = await pick(id, [0])
  await makeUser(db)
  await tap(id, 'set1', 0)
  await tap(id, 'set1')
  await tap(id, 'set1', 1)
  await tap(id, 'set1', 1, 2)
  await deliverAnnouncements(bench)
  expect(await listNotified(bench, 'first-song')).toEqual([{ userId: fan.id, song: song(0).name }])
})

describe('result', () => {
  const yesterday = () => ({ daysFromToday: -1, locks_at: ago(60 * 24) })

  test('is final once, with leaders of whom some have no name', async () => {
    const { id } = await makeNight(db, { show: yesterday(), setlist: { set1: ids(0, 1, 2, 3) } })
    const fan = await pick(id, [0, 1], { displayName: 'Ada' })
    const secret = await pick(id, [0], { displayName: 'Bo' })
    await sql`UPDATE users SET shows_picks = false WHERE id = ${secret.id}`.execute(db)
    await pick(id, [0], { displayName: 'Cy' })
    await pick(id, [8, 9, 10, 11, 7, 2], { displayName: 'Di' })
    await pick(id, [9])
    await score(id)
    await bench.run('reset-scores', { showId: id })
    await score(id)

    const [final, ...further] = (await listEvents()).filter(({ kind }) => kind !== 'picks-locked')
    expect(further).toEqual([])
    const points = await db
      .selectFrom('scores')
      .select('total')
      .where('user_id', '=', fan.id)
      .executeTakeFirst()
    expect(final).toMatchObject({
      kind: 'show-final',
      players: 5,
      leaders: [
        { rank: 1, name: 'Ada', points: points?.total },
        { rank: 2, name: null, points: POINTS.correctSpecial },
        { rank: 2, name: 'Cy', points: POINTS.correctSpecial },
      ],
    })
  })

  test('has at most ten leaders', async () => {
    const card = { set1: ids(0) }
    const { id } = await makeNight(db, { show: yesterday(), setlist: card, cards: Array(12).fill(card) })
    await score(id)
    expect((await listEvents()).at(-1)).toMatchObject({
      players: 12,
      leaders: Array(10).fill(expect.objectContaining({ rank: 1 })),
    })
  })

  test('is corrected once for each other setlist', async () => {
    const played = { set1: ids(0, 1) }
    const { id } = await makeNight(db, { show: yesterday(), setlist: played, cards: [{ set1: ids(0) }] })
    await score(id)
    await score(id)
    await makeSetlist(db, id, { set1: ids(1, 0) }, { origin: 'hand' })
    await score(id)
    await makeSetlist(db, id, played, { origin: 'hand' })
    await score(id)
    expect(await listEvents()).toMatchObject([
      { kind: 'picks-locked' },
      { kind: 'show-final' },
      { kind: 'scores-corrected', source: 'hand', raised: 0, lowered: 1 },
      { kind: 'scores-corrected', source: 'hand', raised: 1, lowered: 0 },
    ])
  })

  test('is no event for a show of the past', async () => {
    const show = { daysFromToday: -15, locks_at: ago(60 * 24 * 15) }
    const { id } = await makeNight(db, { show, setlist: { set1: ids(0) } })
    await score(id)
    expect(await listEvents()).toEqual([])
  })

  test('is final and sent once when a worker is killed before its commit', async () => {
    const card = { set1: ids(0) }
    const { userIds } = await bench.scoredNight({ show: yesterday(), setlist: card, cards: [card] })
    const listPlayers = async () => (await listNotified(bench, 'final-score')).map(({ userId }) => userId)
    await db.transaction().execute(async (trx) => {
      await sql`LOCK TABLE topic_versions IN SHARE MODE`.execute(trx)
      const killed = expect(deliverAnnouncements(bench)).rejects.toThrow()
      await expect.poll(() => countWaitingQueries(bench.pool)).toBe(1)
      await killWaitingQueries(bench.pool)
      await killed
    })
    expect(await listEvents()).toMatchObject([{ kind: 'picks-locked' }])
    expect(await listPlayers()).toEqual([])
    await deliverAnnouncements(bench)
    expect(await listEvents()).toMatchObject([{ kind: 'picks-locked' }, { kind: 'show-final', players: 1 }])
    expect(await listPlayers()).toEqual(userIds)
  })
})

test('has no id or address of a user in the events of a played night', async () => {
  const { id } = await showTonight()
  // Ids that nothing else of the test has.
  await sql`ALTER TABLE users ALTER COLUMN id RESTART WITH 7000001`.execute(db)
  const fans = [await pick(id, [0, 1]), await pick(id, [1]), await pick(id, [2])]
  await commit(id)
  await tap(id, 'set1', 0)
  await tap(id, null, 0, 1)
  await score(id)
  await tap(id, null, 0, 2, 1)
  await score(id)

  const events = await listEvents()
  const kinds = [
    'picks-locked',
    'picks-proved',
    'song-played',
    'song-played',
    'show-final',
    'scores-corrected',
  ] as const
  expect(events.map(({ kind }) => kind)).toEqual(kinds)
  for (const [index, { kind: _, ...payload }] of events.entries()) {
    expect(publicEvents[kinds[index] ?? 'show-final'].strict().parse(payload)).toEqual(payload)
  }
  const text = JSON.stringify(events)
  for (const fan of fans) {
    expect(text).not.toContain(String(fan.id))
    expect(text).not.toContain(fan.email)
  }
  expect(text).not.toMatch(/user|@/i)
})
