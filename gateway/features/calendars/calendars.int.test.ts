import { findFact } from '@called-it/infra/postgres/queries/work/installation-facts'
import type { ShowsTable } from '@called-it/infra/postgres/schema/catalogue'
import { changeShow, makeSetlist, makeShow, makeTour } from '@called-it/tests/support/factories/catalogue'
import {
  gatewayOfFile,
  gatewayOfTest,
  type TestGateway,
} from '@called-it/tests/support/gateway/start-gateway'
import { parseEvent } from '@called-it/tests/support/parse-calendar'
import type { Updateable } from 'kysely'
import { describe, expect, test } from 'vitest'

const gateway = await gatewayOfFile()
const { db } = gateway.postgres
const tourId = (await makeTour(db, { name: 'Fall' })).id

const START = new Date('2099-07-04T23:30:00Z')
const make = (given: Parameters<typeof makeShow>[1] = {}) =>
  makeShow(db, {
    tour_id: tourId,
    showdate: '2099-07-04',
    starts_at: START,
    locks_at: START,
    time_source: 'admin',
    ...given,
  })

async function readEvent(showId: number, query = `?tour=${tourId}`) {
  const { status, text } = await gateway.send('GET', `/calendar.ics${query}`)
  expect(status).toBe(200)
  return parseEvent(text, `show-${showId}@${await findFact(db, 'feed-id')}`)
}
const readSequence = async (showId: number) => Number((await readEvent(showId))?.sequence)
const change = (showId: number, values: Updateable<ShowsTable>) => changeShow(db, showId, values)

describe('calendar', () => {
  test('has an event per show, with an alarm two hours before picks close', async () => {
    const venue = 'Äußere Halle, "Süd"; 🎺 '.repeat(6).trim()
    const { id } = await make({ venue, city: 'Köln', state: null, country: null })
    const event = await readEvent(id)
    expect(event).toMatchObject({ location: `${venue}, Köln`, status: 'CONFIRMED' })
    expect(event?.start.toISOString()).toBe(START.toISOString())
    expect(event?.end?.toISOString()).toBe('2099-07-05T02:30:00.000Z')
    expect(event?.description).toContain(`http://called-it.example/shows/${id}`)
    const { text, headers } = await gateway.send('GET', `/Calendar.ics?tour=${tourId}`)
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(event?.alarms).toHaveLength(1)
    expect(text).toContain('TRIGGER;VALUE=DATE-TIME:20990704T213000Z')
    expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
  })

  test('has other ids of events than another installation', async () => {
    await make()
    const readIds = async (of: TestGateway) =>
      /^UID:show-.*$/m.exec((await of.send('GET', '/calendar.ics')).text)?.[0]
    const own = await readIds(gateway)
    expect(await readIds(gateway)).toBe(own)
    const other = await gatewayOfTest()
    await makeShow(other.postgres.db)
    expect((await readIds(other))?.split('@')[1]).not.toBe(own?.split('@')[1])
  })

  test('takes the whole day for a show of unknown time', async () => {
    const { id } = await make({ starts_at: null, locks_at: null, time_source: 'unknown' })
    expect(await readEvent(id)).toMatchObject({ datetype: 'date' })
  })

  test('raises the sequence when something changes that calendars show', async () => {
    const { id } = await make()
    expect(await readSequence(id)).toBe(0)
    await change(id, { locks_at: new Date('2099-07-04T22:00:00Z') })
    expect(await readSequence(id)).toBe(1)
    await change(id, { starts_at: new Date('2099-07-04T22:00:00Z'), showdate: '2099-07-05' })
    expect(await readSequence(id)).toBe(2)
    await change(id, { state: 'QC' })
    expect(await readSequence(id)).toBe(3)
    await change(id, { cancelled_at: new Date() })
    expect(await readSequence(id)).toBe(4)
    expect(await readEvent(id)).toMatchObject({ status: 'CANCELLED' })
  })

  test('keeps the sequence when only other things change', async () => {
    const { id } = await make()
    await change(id, { picks_closed: true, locks_at: START })
    expect(await readSequence(id)).toBe(0)
  })

  test('leaves out shows that vanished or were excluded after they were played', async () => {
    const vanished = await make({ vanished_at: new Date() })
    const played = await make()
    await makeSetlist(db, played.id)
    await change(played.id, { excluded: true })
    const announced = await make({ excluded: true })
    expect(await readEvent(vanished.id)).toBeUndefined()
    expect(await readEvent(played.id)).toBeUndefined()
    expect(await readEvent(announced.id)).toMatchObject({ status: 'CANCELLED' })
  })

  test('has the shows of all tours without those of long ago', async () => {
    const old = await make({ showdate: '2020-01-01', starts_at: null, locks_at: null })
    const next = await make({ tour_id: null })
    expect(await readEvent(old.id, '')).toBeUndefined()
    expect(await readEvent(next.id, '')).toBeDefined()
    expect(await readEvent(next.id)).toBeUndefined()
  })

  test('has another tag once something changes, and is unknown for an unknown tour', async () => {
    const { id } = await make()
    const readTag = async () =>
      (await gateway.send('GET', `/calendar.ics?tour=${tourId}`)).headers.get('etag')
    const tag = await readTag()
    expect(await readTag()).toBe(tag)
    await change(id, { venue: 'Elsewhere' })
    expect(await readTag()).not.toBe(tag)
    expect((await gateway.send('GET', '/calendar.ics?tour=9999')).status).toBe(404)
    expect((await gateway.send('GET', '/calendar.ics?tour=x')).status).toBe(404)
  })
})
