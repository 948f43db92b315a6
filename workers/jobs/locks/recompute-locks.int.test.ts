import { insertRecomputationIfDue } from '@called-it/infra/postgres/queries/catalogue/show-locks'
import { findFact, putFact } from '@called-it/infra/postgres/queries/work/installation-facts'
import { ZONE_RULES } from '@called-it/infra/venue-zones/zone-of-venue'
import { DEFAULT_SCHEDULE, type Schedule } from '@called-it/shared/game/calendar'
import { emptyTables } from '@called-it/tests/support/empty-tables'
import { makeShow } from '@called-it/tests/support/factories/catalogue'
import { benchOfFile } from '@called-it/tests/support/workers/run-bench'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'

const bench = await benchOfFile()

beforeEach(() => emptyTables(bench.db, 'shows', 'runs', 'outbox', 'installation_facts'))

const portland = { city: 'Portland', state: 'ME', country: 'USA' }
const makeUpcoming = (venue: string, given = {}) =>
  makeShow(bench.db, { ...portland, showdate: '2099-07-04', venue, ...given })
const recompute = () => bench.run('recompute-locks', {})
const locksOf = async () =>
  (await bench.db.selectFrom('shows').select('locks_at').orderBy('id').execute()).map(
    ({ locks_at }) => locks_at,
  )

describe('recompute-locks', () => {
  test('moves upcoming locks, fills past zones and names what moved', async () => {
    await makeUpcoming('The Mill')
    const unknown = { city: null, state: null, country: null, showdate: '2099-07-06' }
    await makeUpcoming('The Moon', unknown)
    const past = await makeUpcoming('The Barn', { showdate: '2025-07-04' })
    await makeUpcoming('The Hall', { set_locks_at: '2099-07-05T00:00:00Z' })

    expect(await recompute()).toMatchObject({
      state: 'done',
      result: {
        moved: 2,
        kept: 0,
        unknown: 1,
        message:
          'Picks close at another time: The Mill (2099-07-04), The Moon (2099-07-06). ' +
          'Shows that close early because their time zone is unknown: 1.',
      },
    })
    expect(await locksOf()).toEqual([
      new Date('2099-07-04T23:30:00Z'),
      new Date('2099-07-05T10:00:00Z'),
      past.locks_at,
      new Date('2099-07-05T00:00:00Z'),
    ])
    const filled = bench.db.selectFrom('shows').select('time_zone').where('id', '=', past.id)
    expect(await filled.executeTakeFirst()).toEqual({ time_zone: 'America/New_York' })
    expect((await recompute()).result).toMatchObject({ moved: 0, kept: 0, unknown: 1 })
  })

  test('keeps a lock that is less than a day away', async () => {
    // The source says that picks closed an hour ago.
    const times = { timeZone: null, startsLocal: null, coordinates: null }
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString()
    const listed_times = JSON.stringify({ ...times, locksAt: inHours(-1) })
    const soon = await makeUpcoming('The Mill', { locks_at: inHours(5), listed_times })
    expect((await recompute()).result).toMatchObject({
      moved: 0,
      kept: 1,
      message: 'No lock has moved. Locks that stay because they are less than a day away: 1.',
    })
    expect(await locksOf()).toEqual([soon.locks_at])
  })

  test('names ten shows and counts the others', async () => {
    for (let number = 1; number <= 12; number += 1) await makeUpcoming(`Hall ${number}`)
    const { result } = await recompute()
    expect(result?.message).toMatch(/Hall 1 \(2099-07-04\), .*, Hall 10 \(2099-07-04\), 2 more\.$/)
  })
})

describe('insertRecomputationIfDue', () => {
  const insert = (schedule: Schedule) =>
    bench.db.transaction().execute((trx) => insertRecomputationIfDue(trx, schedule))
  const later = { startsLocal: '20:00', graceMinutes: 5, zone: null }

  test('inserts no run while there are no shows', async () => {
    expect(await insert(later)).toBe(false)
    expect(await findFact(bench.db, 'schedule')).toEqual(later)
    await makeUpcoming('The Mill')
    expect(await insert(later)).toBe(false)
  })

  test('inserts one run after an upgrade, even when two workers start at once', async () => {
    await makeUpcoming('The Mill')
    await sql`DELETE FROM installation_facts`.execute(bench.db)
    const inserted = await Promise.all([insert(DEFAULT_SCHEDULE), insert(DEFAULT_SCHEDULE)])
    expect(inserted.toSorted()).toEqual([false, true])
    expect(await insert(later)).toBe(true)
    expect(await bench.db.selectFrom('runs').select('kind').execute()).toEqual([{ kind: 'recompute-locks' }])
  })

  test('inserts one run for another home zone, and none after an older release', async () => {
    await makeUpcoming('The Mill')
    const { zone: _, ...older } = DEFAULT_SCHEDULE
    await sql`UPDATE installation_facts SET value = ${JSON.stringify(older)} WHERE name = 'schedule'`.execute(
      bench.db,
    )
    await putFact(bench.db, 'zone-rules', ZONE_RULES)
    expect(await insert(DEFAULT_SCHEDULE)).toBe(false)
    expect(await insert({ ...DEFAULT_SCHEDULE, zone: 'America/Denver' })).toBe(true)
  })

  test('inserts one run after a release that found other zones', async () => {
    await makeUpcoming('The Mill')
    await putFact(bench.db, 'zone-rules', ZONE_RULES - 1)
    expect([await insert(DEFAULT_SCHEDULE), await insert(DEFAULT_SCHEDULE)]).toEqual([true, false])
  })

  test('lets the run use the new schedule', async () => {
    await makeUpcoming('The Mill')
    await insert(later)
    await recompute()
    expect(await locksOf()).toEqual([new Date('2099-07-05T00:05:00Z')])
  })
})
