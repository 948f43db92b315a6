import { changeAndPublish } from '@called-it/infra/live/change'
import { getTopicVersion } from '@called-it/infra/postgres/queries/live/topic-versions'
import { claimRun, finishRun } from '@called-it/infra/postgres/queries/work/run-claims'
import { adminShow, adminTour } from '@called-it/shared/contract/catalogue'
import { FIELD_TEXTS } from '@called-it/shared/contract/fields'
import { topics } from '@called-it/shared/contract/live'
import {
  makeAdmin,
  makePrediction,
  makeScores,
  makeSetlist,
  makeShow,
  makeSong,
  makeTour,
  makeUser,
} from '@called-it/tests/support/factories'
import { startGateway, type TestGateway } from '@called-it/tests/support/gateway/start-gateway'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

let gateway: TestGateway
let cookie: string
beforeAll(async () => {
  gateway = await startGateway()
  cookie = await gateway.loginAs(await makeAdmin(gateway.postgres.db))
})
afterAll(() => gateway.stop())

const get = (path: string) => gateway.send('GET', `/api/admin/${path}`, { as: cookie })
const post = (path: string, json: unknown) => gateway.send('POST', `/api/admin/${path}`, { as: cookie, json })
const put = (path: string, json: unknown) => gateway.send('PUT', `/api/admin/${path}`, { as: cookie, json })
const versionOf = (topic: string) => getTopicVersion(gateway.postgres.db, topic)

const tourFacts = {
  name: 'Hand Tour',
  start_date: '2031-03-01',
  end_date: '2031-04-01',
  description: ' all of it \n made up ',
}
const showFacts = {
  showdate: '2031-03-05',
  venue: ' The Mill ',
  city: 'Harborview',
  state: '',
  country: 'USA',
  tour_id: null,
}

const actionsOn = async (subject: string) => {
  const entries = await gateway.postgres.db
    .selectFrom('audit_log')
    .select('action')
    .where('subject', '=', subject)
    .orderBy('id')
    .execute()
  return entries.map(({ action }) => action)
}

describe('a tour', () => {
  test('is added and edited by hand, written down, and told', async () => {
    const before = await versionOf(topics.catalogue)
    const added = await post('tours', tourFacts)
    expect(added).toMatchObject({
      status: 200,
      json: { ...tourFacts, description: 'all of it \n made up', source: 'hand', edited_by_hand: false },
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
    expect(await put('tours/999999', tourFacts)).toMatchObject({
      status: 404,
      json: { code: 'tour_not_found' },
    })
  })

  test('of a source is marked once it is edited, until it follows the source again', async () => {
    const tour = await makeTour(gateway.postgres.db)
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

  test.each([
    ['no name', { name: '  ' }, 'name', FIELD_TEXTS.tourName],
    ['a name of two lines', { name: 'a\nb' }, 'name', FIELD_TEXTS.tourName],
    ['no day', { start_date: 'soon' }, 'start_date', FIELD_TEXTS.day],
    ['a day before all years', { start_date: '0000-01-01' }, 'start_date', FIELD_TEXTS.day],
    ['the last day of all', { end_date: '9999-12-31' }, 'end_date', FIELD_TEXTS.day],
    ['an end before its beginning', { end_date: '2031-02-01' }, 'end_date', FIELD_TEXTS.tourEnd],
  ])('with %s is refused, naming the field', async (_, wrong, path, message) => {
    expect(await post('tours', { ...tourFacts, ...wrong })).toMatchObject({
      status: 422,
      json: { code: 'invalid', issues: expect.arrayContaining([{ path, message }]) },
    })
  })
})

describe('a show', () => {
  test('is added by hand and open for picks, and edited as long as nobody else has', async () => {
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
    const tour = await makeTour(gateway.postgres.db)
    const facts = { ...showFacts, tour_id: tour.id, venue: 'The Barn' }
    expect(await put(`shows/${id}`, { ...facts, version: 1 })).toMatchObject({
      json: { venue: 'The Barn', tour_id: tour.id, version: 2, edited_by_hand: false },
    })
    expect(await put(`shows/${id}`, { ...showFacts, version: 1 })).toMatchObject({
      status: 409,
      json: { code: 'stale_version' },
    })
    expect(await put(`shows/${id}`, facts)).toMatchObject({ json: { version: 2 } })
    expect(await actionsOn(topics.show(id))).toEqual(['show:added', 'show:edited'])
    expect(await get(`tours/${tour.id}/shows`)).toMatchObject({
      json: { tour: { id: tour.id, source: 'demo' }, shows: [{ id, venue: 'The Barn' }] },
    })
  })

  test('comes with what only admins see', async () => {
    const { db } = gateway.postgres
    const show = await makeShow(db, {
      excluded: true,
      exclusion_reason: 'a radio session',
      vanished_at: new Date(),
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
    }
    expect(await get(`shows/${show.id}`)).toMatchObject({ status: 200, json: { id: show.id, ...seen } })
    expect(await get('tours/none/shows')).toMatchObject({
      status: 200,
      json: { shows: expect.arrayContaining([expect.objectContaining({ id: show.id, ...seen })]) },
    })
    const fan = await gateway.loginAs(await makeUser(db))
    for (const path of [`shows/${show.id}`, 'tours/none/shows']) {
      expect(await gateway.send('GET', `/api/admin/${path}`, { as: fan })).toMatchObject({ status: 403 })
    }
  })

  test('that is scored goes to another tour by a run, and all else of it at once', async () => {
    const { db } = gateway.postgres
    const [old, next] = [await makeTour(db), await makeTour(db)]
    const show = await makeShow(db, { tour_id: old.id })
    await makeSetlist(db, show.id)
    await makeScores(db, show)
    const facts = { ...showFacts, tour_id: next.id }
    const [answer] = await Promise.all([put(`shows/${show.id}`, facts), endMove()])
    // Nobody has moved it here: the run's worker does, in the transaction that ends it.
    expect(answer).toMatchObject({
      status: 200,
      json: { venue: 'The Mill', tour_id: old.id, edited_by_hand: true },
    })
    expect(await actionsOn(topics.show(show.id))).toEqual(['show:edited', 'move-show:ordered'])
    const run = await db.selectFrom('runs').select('order').where('kind', '=', 'move-show').executeTakeFirst()
    expect(run).toEqual({ order: { showId: show.id, tourId: next.id } })
  })

  test.each([
    ['no venue', { venue: '' }, 'venue', FIELD_TEXTS.venue],
    ['a day that is none', { showdate: '2031-02-30' }, 'showdate', FIELD_TEXTS.day],
    ['a city that turns its text', { city: 'a\u202Eb' }, 'city', FIELD_TEXTS.place],
    ['a tour that nobody knows', { tour_id: 999_999 }, 'tour_id', 'There is no such tour'],
  ])('with %s is refused, naming the field', async (_, wrong, path, message) => {
    const issues = expect.arrayContaining([{ path, message }])
    expect(await post('shows', { ...showFacts, ...wrong })).toMatchObject({ status: 422, json: { issues } })
  })
})

/** Stands in for the workers: ends the next move of a show. */
async function endMove(): Promise<void> {
  const { db } = gateway.postgres
  const queued = () =>
    db
      .selectFrom('runs')
      .select('id')
      .where('kind', '=', 'move-show')
      .where('state', '=', 'queued')
      .executeTakeFirst()
  const { id } = await vi.waitFor(async () => (await queued()) ?? expect.fail('nothing is ordered'), 20_000)
  await changeAndPublish(db, gateway.parts.publisher, async (trx, changed) => {
    await claimRun(trx, 'move-show', id, 'test')
    await finishRun<'move-show'>(trx, id, { message: 'moved', moved: true })
    changed.add(topics.runs)
  })
}
