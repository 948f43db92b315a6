import { getTopicVersion } from '@called-it/infra/postgres/queries/events/topic-versions'
import { replacePickLock } from '@called-it/infra/postgres/queries/proofs/pick-locks'
import { english } from '@called-it/languages/texts'
import { adminShow, adminTour } from '@called-it/shared/contract/catalogue'
import { FIELD_TEXTS } from '@called-it/shared/contract/entered-fields'
import { topics } from '@called-it/shared/contract/events'
import { sayIssue } from '@called-it/shared/languages/said'
import { listAuditEntries } from '@called-it/tests/support/audit-entries'
import { commitPicksOf } from '@called-it/tests/support/commit-picks'
import { makeAdmin, makeUser } from '@called-it/tests/support/factories/accounts'
import { makeSetlist, makeShow, makeSong, makeTour } from '@called-it/tests/support/factories/catalogue'
import { makePrediction, makeScoredShow } from '@called-it/tests/support/factories/scores'
import { endNextRun } from '@called-it/tests/support/gateway/end-next-run'
import { gatewayOfFile, refusal } from '@called-it/tests/support/gateway/start-gateway'
import { describe, expect, test } from 'vitest'

const gateway = await gatewayOfFile()
const { db } = gateway.postgres
const as = await gateway.loginAs(await makeAdmin(db))

const get = (path: string) => gateway.send('GET', `/api/admin/${path}`, { as })
const post = (path: string, json: unknown) => gateway.send('POST', `/api/admin/${path}`, { as, json })
const put = (path: string, json: unknown) => gateway.send('PUT', `/api/admin/${path}`, { as, json })
const versionOf = (topic: string) => getTopicVersion(db, topic)

const dates = { start_date: '2031-03-01', end_date: '2031-04-01' }
const tourFacts = { name: 'Hand Tour', ...dates, description: ' all of it \n and more ' }
const place = { venue: ' The Mill ', city: 'Harborview', state: '', country: 'USA' }
const showFacts = { showdate: '2031-03-05', ...place, tour_id: null }

const actionsOn = async (subject: string) =>
  (await listAuditEntries(db, { subject })).map(({ action }) => action)

describe('tour', () => {
  test('publishes and logs its creation and edits', async () => {
    const before = await versionOf(topics.catalogue)
    const added = await post('tours', tourFacts)
    expect(added).toMatchObject({
      status: 200,
      json: { ...tourFacts, description: 'all of it \n and more', source: 'hand', edited_by_hand: false },
    })
    const { id } = adminTour.parse(added.json)
    const edited = await put(`tours/${id}`, { ...tourFacts, name: 'Renamed', description: null })
    expect(edited).toMatchObject({ json: { id, name: 'Renamed', description: null, edited_by_hand: false } })
    await put(`tours/${id}`, { ...tourFacts, name: 'Renamed', description: null })
    expect(await versionOf(topics.catalogue)).toBe(before + 2)
    expect(await actionsOn(`tour:${id}`)).toEqual(['tour:added', 'tour:edited'])
    expect(await put(`tours/${id}`, { ...tourFacts, followSource: true })).toMatchObject({
      status: 422,
      json: { issues: [{ path: 'followSource' }] },
    })
    expect(await put('tours/999999', tourFacts)).toMatchObject(refusal(404, 'tour_not_found'))
  })

  test('keeps an edit of a source’s tour until it follows the source again', async () => {
    const tour = await makeTour(db)
    const same = { name: tour.name, start_date: tour.start_date, end_date: tour.end_date, description: null }
    expect(await put(`tours/${tour.id}`, same)).toMatchObject({ json: { edited_by_hand: false } })
    expect(await put(`tours/${tour.id}`, { ...same, name: 'Mine' })).toMatchObject({
      json: { edited_by_hand: true },
    })
    expect(await put(`tours/${tour.id}`, same)).toMatchObject({ json: { edited_by_hand: true } })
    expect(await put(`tours/${tour.id}`, { ...same, followSource: true })).toMatchObject({
      json: { edited_by_hand: false },
    })
  })
})

describe('show', () => {
  test('opens for picks when created and returns 409 for a stale edit', async () => {
    const added = await post('shows', showFacts)
    expect(added).toMatchObject({
      status: 200,
      json: {
        venue: 'The Mill',
        state: null,
        location: 'Harborview, USA',
        is_open: true,
        source: 'hand',
        predictions: 0,
        setlist: null,
        version: 1,
      },
    })
    const { id } = adminShow.parse(added.json)
    const tour = await makeTour(db)
    const facts = { ...showFacts, tour_id: tour.id, venue: 'The Barn' }
    expect(await put(`shows/${id}`, { ...facts, version: 1 })).toMatchObject({
      json: { venue: 'The Barn', tour_id: tour.id, version: 2, edited_by_hand: false },
    })
    expect(await put(`shows/${id}`, { ...showFacts, version: 1 })).toMatchObject(
      refusal(409, 'stale_version'),
    )
    expect(await put(`shows/${id}`, facts)).toMatchObject({ json: { version: 2 } })
    expect(await actionsOn(topics.show(id))).toEqual(['show:added', 'show:edited'])
    expect(await get(`tours/${tour.id}/shows`)).toMatchObject({
      json: { tour: { id: tour.id, source: 'demo' }, shows: [{ id, venue: 'The Barn' }] },
    })
  })

  test('has its lock at once, which moves with the date and the place', async () => {
    const maine = { ...showFacts, showdate: '2099-07-04', city: 'Portland', state: 'ME', tour_id: null }
    const added = await post('shows', maine)
    expect(added.json).toMatchObject({ locks_at: '2099-07-04T23:30:00.000Z', notice: null })
    const { id } = adminShow.parse(added.json)
    const moved = { ...maine, showdate: '2099-07-05', state: 'OR' }
    expect((await put(`shows/${id}`, moved)).json).toMatchObject({
      locks_at: '2099-07-06T02:30:00.000Z',
      notice: { kind: 'lock-moved', from: '2099-07-04T23:30:00.000Z' },
      version: 2,
    })
    expect(await actionsOn(topics.show(id))).toEqual(['show:added', 'show:edited', 'show:lock-moved'])
  })

  test('includes what only admins see', async () => {
    const show = await makeShow(db, {
      excluded: true,
      exclusion_reason: 'a radio session',
      vanished_at: new Date(),
      set_starts_local: '18:00',
      set_locks_at: new Date('2035-07-04T20:00:00Z'),
    })
    const song = await makeSong(db)
    await makePrediction(db, { showId: show.id, userId: (await makeUser(db)).id, picks: { set1: [song.id] } })
    await makeSetlist(db, show.id, {}, { origin: 'hand' })
    const seen = {
      source: 'demo',
      edited_by_hand: false,
      excluded: true,
      exclusion_reason: 'a radio session',
      vanished: true,
      predictions: 1,
      setlist: { revision: 1, origin: 'hand' },
      set_starts_local: '18:00',
      set_locks_at: '2035-07-04T20:00:00.000Z',
    }
    expect(await get(`shows/${show.id}`)).toMatchObject({ status: 200, json: { id: show.id, ...seen } })
    expect(await get('tours/none/shows')).toMatchObject({
      status: 200,
      json: { shows: expect.arrayContaining([expect.objectContaining({ id: show.id, ...seen })]) },
    })
  })

  test('has the predictions that its lock counted, and those of now after it', async () => {
    const show = await makeShow(db, { locks_at: new Date(Date.now() - 1_000) })
    const song = await makeSong(db)
    await makePrediction(db, { showId: show.id, userId: (await makeUser(db)).id, picks: { set1: [song.id] } })
    await commitPicksOf(db, show.id)
    await db.deleteFrom('predictions').where('show_id', '=', show.id).execute()
    expect(await get(`shows/${show.id}`)).toMatchObject({ json: { predictions: 1 } })
    await db.transaction().execute((trx) => replacePickLock(trx, show.id))
    expect(await get(`shows/${show.id}`)).toMatchObject({ json: { predictions: 0 } })
  })

  test('moves to another tour by a run when scored, other edits at once', async () => {
    const [old, next] = [await makeTour(db), await makeTour(db)]
    const show = await makeScoredShow(db, {}, [], { tour_id: old.id })
    const facts = { ...showFacts, tour_id: next.id }
    const [response, run] = await Promise.all([
      put(`shows/${show.id}`, facts),
      endNextRun(gateway, 'move-show', { result: { message: 'moved', moved: true } }),
    ])
    // The tour is the old one, because no worker has moved the show.
    expect(response).toMatchObject({
      status: 200,
      json: { venue: 'The Mill', tour_id: old.id, edited_by_hand: true },
    })
    expect(await actionsOn(topics.show(show.id))).toEqual(['show:edited', 'move-show:ordered'])
    expect(run).toMatchObject({ order: { showId: show.id, tourId: next.id } })
  })
})

test.each([
  ['an empty name', 'tours', { name: '  ' }, 'name', FIELD_TEXTS.tourName],
  ['a name of two lines', 'tours', { name: 'a\nb' }, 'name', FIELD_TEXTS.tourName],
  ['an invalid day', 'tours', { start_date: 'soon' }, 'start_date', FIELD_TEXTS.day],
  ['a day before year 1', 'tours', { start_date: '0000-01-01' }, 'start_date', FIELD_TEXTS.day],
  ['the last day of year 9999', 'tours', { end_date: '9999-12-31' }, 'end_date', FIELD_TEXTS.day],
  ['an end before the start', 'tours', { end_date: '2031-02-01' }, 'end_date', FIELD_TEXTS.tourEnd],
  ['an empty venue', 'shows', { venue: '' }, 'venue', FIELD_TEXTS.venue],
  ['a day that does not exist', 'shows', { showdate: '2031-02-30' }, 'showdate', FIELD_TEXTS.day],
  ['a city with a bidi control character', 'shows', { city: 'a\u202Eb' }, 'city', FIELD_TEXTS.place],
  ['an unknown tour', 'shows', { tour_id: 999_999 }, 'tour_id', 'There is no such tour'],
])('returns 422 with the field for %s', async (_, kind, wrong, path, message) => {
  const facts = kind === 'tours' ? tourFacts : showFacts
  const json = {
    code: 'invalid',
    issues: expect.arrayContaining([{ path, message: sayIssue(english, message) }]),
  }
  expect(await post(kind, { ...facts, ...wrong })).toMatchObject({ status: 422, json })
})
