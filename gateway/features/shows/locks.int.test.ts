import { findShowForShare } from '@called-it/infra/postgres/queries/catalogue/shows'
import { getDatabaseTime } from '@called-it/infra/postgres/queries/work/database'
import { endpoints } from '@called-it/shared/contract/endpoints'
import { listAuditEntries } from '@called-it/tests/support/audit-entries'
import { makeAdmin, makeUser } from '@called-it/tests/support/factories/accounts'
import { makeSetlist, makeShow } from '@called-it/tests/support/factories/catalogue'
import { makeScores } from '@called-it/tests/support/factories/scores'
import { gameOfFile, ownPath } from '@called-it/tests/support/gateway/start-game'
import { refusal } from '@called-it/tests/support/gateway/start-gateway'
import { describe, expect, test } from 'vitest'

const game = await gameOfFile()
const { db } = game.gateway.postgres

const admin = await game.gateway.loginAs(await makeAdmin(db))
const fan = await game.gateway.loginAs(await makeUser(db))

const hour = 3_600_000
const anHourAgo = () => new Date(Date.now() - hour)
const inAnHour = () => new Date(Date.now() + hour)

const change = (method: string, showId: number, action: string, json?: object) =>
  game.gateway.send(method, `/api/admin/shows/${showId}/${action}`, { as: admin, json })
const lock = (showId: number, locksAt: Date | null) =>
  change('PUT', showId, 'lock', { locks_at: locksAt?.toISOString() ?? null })
const lockNow = (showId: number) => change('POST', showId, 'lock-now')
const start = (showId: number, starts_local: string | null) =>
  change('PUT', showId, 'start', { starts_local })
const reopen = (showId: number, locksAt = inAnHour()) =>
  change('POST', showId, 'reopen', { locks_at: locksAt.toISOString(), reason: 'The start was wrong' })
const cancel = (showId: number, reason: string | null = 'Snow') =>
  change('POST', showId, 'cancel', { reason })
const restore = (showId: number) => change('POST', showId, 'restore')

const auditOf = async (showId: number) => listAuditEntries(db, { subject: `show:${showId}` })
const showOf = ({ json }: { json: unknown }) => endpoints.getShow.response.parse(json)
const listedIds = async (list: 'Upcoming' | 'Live') =>
  (await game.gateway.request(`list${list}Shows`)).shows.map(({ id }) => id)

describe('lock of a show', () => {
  test('is set, follows the start again without one, and is logged', async () => {
    const show = await makeShow(db, { showdate: '2035-07-04' })
    const locked = await lock(show.id, new Date('2035-07-04T20:00:00Z'))
    expect(locked).toMatchObject({
      status: 200,
      json: {
        locks_at: '2035-07-04T20:00:00.000Z',
        closes_at: '2035-07-04T20:00:00.000Z',
        time_source: 'admin',
        is_open: true,
        version: 1,
      },
    })
    expect(await lock(show.id, null)).toMatchObject({
      json: { locks_at: '2035-07-04T23:30:00.000Z', time_source: 'default', version: 2 },
    })
    const audit = (await auditOf(show.id)).filter(({ action }) => action === 'show:locked')
    expect(audit).toMatchObject([
      {
        address: '127.0.0.1',
        details: { locksAt: '2035-07-04T20:00:00.000Z' },
        request_id: locked.headers.get('x-request-id'),
      },
      { details: { locksAt: null } },
    ])
  })

  test.each([
    ['has passed', { locks_at: anHourAgo() }, 'picks_closed'],
    ['was reached by a run', { picks_closed: true }, 'picks_closed'],
    ['belongs to a cancelled show', { cancelled_at: anHourAgo() }, 'show_cancelled'],
  ] as const)('stays when it %s', async (_, given, code) => {
    const { id } = await makeShow(db, given)
    for (const change of [lock(id, inAnHour()), lock(id, null), lockNow(id), start(id, '20:00')]) {
      expect(await change).toMatchObject(refusal(409, code))
    }
    expect(await auditOf(id)).toEqual([])
  })

  test('is refused for an unknown show, a past and an invalid instant', async () => {
    expect(await lock(2_147_483_647, null)).toMatchObject(refusal(404, 'show_not_found'))
    const show = await makeShow(db)
    const invalid = { status: 422, json: { issues: [{ path: 'locks_at' }] } }
    expect(await lock(show.id, anHourAgo())).toMatchObject(invalid)
    for (const locks_at of ['tomorrow', '0000-01-01T00:00:00+23:59', '9999-12-31T23:59:59-23:59']) {
      expect(await change('PUT', show.id, 'lock', { locks_at })).toMatchObject(invalid)
    }
  })

  test('follows a start that an admin sets', async () => {
    const show = await makeShow(db, { showdate: '2035-07-04' })
    expect(await start(show.id, '21:15')).toMatchObject({
      json: { starts_local: '21:15', locks_at: '2035-07-05T01:15:00.000Z', time_source: 'admin', version: 1 },
    })
    expect(await start(show.id, null)).toMatchObject({ json: { starts_local: '19:30' } })
    expect(await auditOf(show.id)).toContainEqual(
      expect.objectContaining({ action: 'show:start-set', details: { startsLocal: '21:15' } }),
    )
    expect((await start(show.id, '24:00')).status).toBe(422)
  })
})

describe('locking now', () => {
  test('closes the picks after running saves, and says so', async () => {
    const show = await makeShow(db)
    let locking: ReturnType<typeof lockNow> | undefined
    const saved = await db.transaction().execute(async (trx) => {
      await findShowForShare(trx, show.id)
      locking = lockNow(show.id)
      await game.untilWaiting(1)
      return getDatabaseTime(trx)
    })
    const locked = showOf((await locking) ?? expect.fail('not sent'))
    expect(new Date(locked.locks_at).getTime()).toBeGreaterThanOrEqual(saved.getTime())
    expect(locked).toMatchObject({
      is_open: false,
      time_source: 'admin',
      notice: { kind: 'locked-early', reason: null, from: show.locks_at?.toISOString() },
    })
    expect(await game.save(fan, game.oneSong(show.id))).toMatchObject(refusal(409, 'picks_closed'))
    expect(await lockNow(show.id)).toMatchObject(refusal(409, 'picks_closed'))
    expect(await auditOf(show.id)).toMatchObject([{ action: 'show:locked' }])
    expect(await listedIds('Upcoming')).not.toContain(show.id)
    expect(await listedIds('Live')).toContain(show.id)
  })
})

describe('reopening picks', () => {
  test('hides them until another lock, with a reason', async () => {
    const show = await makeShow(db, { daysFromToday: 0, locks_at: anHourAgo() })
    await makeSetlist(db, show.id)
    const until = inAnHour()
    expect(await reopen(show.id, until)).toMatchObject({
      status: 200,
      json: {
        is_open: true,
        locks_at: until.toISOString(),
        notice: { kind: 'reopened', reason: 'The start was wrong', from: show.locks_at?.toISOString() },
      },
    })
    expect(await game.save(fan, game.oneSong(show.id))).toMatchObject({ status: 200 })
    expect(await auditOf(show.id)).toMatchObject([
      { action: 'show:picks-reopened', details: { reason: 'The start was wrong' } },
    ])
    expect(await listedIds('Live')).not.toContain(show.id)
  })

  test.each([
    ['open', {}, 'picks_open'],
    ['cancelled', { locks_at: anHourAgo(), cancelled_at: anHourAgo() }, 'show_cancelled'],
    ['scored and reset', { picks_closed: true, settled_by_order: 1 }, 'picks_closed'],
    ['being scored', { picks_closed: true, closed_by_run: 1 }, 'picks_closed'],
  ] as const)('is refused for a show that is %s', async (_, given, code) => {
    const { id } = await makeShow(db, given)
    expect(await reopen(id)).toMatchObject(refusal(409, code))
  })

  test('is refused after the first song, and for a lock in the past', async () => {
    const show = await makeShow(db, { locks_at: anHourAgo() })
    expect(await reopen(show.id, anHourAgo())).toMatchObject({
      status: 422,
      json: { issues: [{ path: 'locks_at' }] },
    })
    await makeSetlist(db, show.id, { set1: [game.song(0)] })
    expect(await reopen(show.id)).toMatchObject(refusal(409, 'setlist_begun'))
    await makeScores(db, show)
    expect(await reopen(show.id)).toMatchObject(refusal(409, 'show_scored'))
  })
})

describe('cancelled show', () => {
  test('takes no picks, is on no list and can be restored', async () => {
    const show = await makeShow(db, { showdate: '2035-07-04', locks_at: '2035-07-04T23:30:00Z' })
    await game.save(fan, game.oneSong(show.id))
    expect(await cancel(show.id)).toMatchObject({
      status: 200,
      json: { is_cancelled: true, is_open: false, notice: { kind: 'cancelled', reason: 'Snow' } },
    })
    expect(await game.save(fan, game.oneSong(show.id))).toMatchObject(refusal(409, 'show_cancelled'))
    const own = { path: ownPath(show.id), as: { as: fan } }
    expect(await game.gateway.send('DELETE', own.path, own.as)).toMatchObject(refusal(409, 'show_cancelled'))
    expect(await game.gateway.send('GET', own.path, own.as)).toMatchObject({ status: 200 })
    expect(await cancel(show.id)).toMatchObject(refusal(409, 'show_cancelled'))
    expect(await change('POST', show.id, 'score', {})).toMatchObject(refusal(409, 'show_cancelled'))
    expect(await listedIds('Upcoming')).not.toContain(show.id)
    expect(await restore(show.id)).toMatchObject({
      status: 200,
      json: { is_cancelled: false, is_open: true, notice: null, locks_at: '2035-07-04T23:30:00.000Z' },
    })
    expect(await listedIds('Upcoming')).toContain(show.id)
    const audit = (await auditOf(show.id)).map(({ action }) => action)
    expect(audit.filter((action) => action !== 'show:lock-moved')).toEqual([
      'show:cancelled',
      'show:restored',
    ])
  })

  test('has no setlist when it is cancelled', async () => {
    const show = await makeShow(db, { locks_at: anHourAgo() })
    await makeSetlist(db, show.id, { set1: [game.song(0)] })
    expect(await cancel(show.id, null)).toMatchObject(refusal(409, 'setlist_begun'))
    await makeScores(db, show)
    expect(await cancel(show.id, null)).toMatchObject(refusal(409, 'show_scored'))
  })

  test.each([
    [409, 'before', inAnHour],
    [200, 'after', anHourAgo],
  ])('returns %i when it was played and is restored %s its lock', async (status, _, locksAt) => {
    const show = await makeShow(db, { locks_at: locksAt(), cancelled_at: anHourAgo() })
    await makeSetlist(db, show.id, { set1: [game.song(0)] })
    expect(await restore(show.id)).toMatchObject({ status })
  })

  test('is restored only where it was cancelled', async () => {
    const excluded = await makeShow(db, { excluded: true })
    expect(await restore(excluded.id)).toMatchObject(refusal(409, 'show_excluded'))
    const open = await makeShow(db)
    expect(await restore(open.id)).toMatchObject({ status: 200, json: { is_open: true } })
  })
})

test('publishes and logs the choice of the overlay of a show', async () => {
  const show = await makeShow(db)
  expect(await change('PUT', show.id, 'overlay', { overlay: 'live' })).toMatchObject({
    status: 200,
    json: { overlay: 'live', version: 1 },
  })
  expect(await auditOf(show.id)).toMatchObject([{ action: 'show:overlay-set', details: { overlay: 'live' } }])
  expect((await change('PUT', show.id, 'overlay', { overlay: 'none' })).status).toBe(422)
})
