import { tourResults } from '@called-it/shared/contract/results'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { makeSetlist, makeShow, makeTour } from '@called-it/tests/support/factories/catalogue'
import { makeScores, makeStanding } from '@called-it/tests/support/factories/scores'
import { startGateway, type TestGateway } from '@called-it/tests/support/gateway/start-gateway'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startGateway()
})
afterAll(() => gateway.stop())

test('gives the final table as JSON and for spreadsheets once the tour is over', async () => {
  const { db } = gateway.postgres
  const { id } = await makeTour(db, { name: 'Fall' })
  const get = (kind: string) => gateway.send('GET', `/api/tours/${id}/results.${kind}`)
  expect(await get('json')).toMatchObject({ status: 409, json: { code: 'tour_not_over' } })
  const show = await makeShow(db, { tour_id: id, daysFromToday: -3 })
  await makeSetlist(db, show.id)
  await makeScores(db, show, [])
  for (const [displayName, total] of [
    ['=cmd|calc', 9],
    ['Zoë, "the elk"', 4],
    ['שלום', 4],
  ] as const) {
    const { id: user_id } = await makeUser(db, { displayName })
    await makeStanding(db, { board: id, user_id, total, shows: 1, best: total })
  }
  const { text } = await get('json')
  const { tour, players } = tourResults.parse(JSON.parse(text))
  expect(tour).toEqual({ id, name: 'Fall', shows: 1 })
  expect(players.map(({ rank, name, points }) => [rank, name, points])).toEqual([
    [1, '=cmd|calc', 9],
    [2, 'Zoë, "the elk"', 4],
    [2, 'שלום', 4],
  ])
  const csv = await get('csv')
  expect(csv.headers.get('content-disposition')).toBe(`attachment; filename=tour-${id}.csv`)
  expect(csv.text).toBe(
    'rank,name,points,shows,best\n1,\'=cmd|calc,9,1,9\n2,"Zoë, ""the elk""",4,1,4\n2,שלום,4,1,4\n',
  )
  const bytes = await fetch(`${gateway.url}/api/tours/${id}/results.csv`).then((file) => file.bytes())
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])

  for (const kind of ['csv', 'json']) {
    const tag = (await get(kind)).headers.get('etag') ?? ''
    const again = () =>
      gateway.send('GET', `/api/tours/${id}/results.${kind}`, {
        headers: { 'If-None-Match': tag, 'Cache-Control': 'max-age=0' },
      })
    expect(await again()).toMatchObject({ status: 304, text: '' })
    await sql`UPDATE users SET display_name = display_name || '!' WHERE display_name LIKE 'Zo%'`.execute(db)
    expect(await again()).toMatchObject({ status: 200, text: expect.stringContaining('!') })
  }
  expect(await gateway.send('GET', '/api/tours/9999/results.csv')).toMatchObject({ status: 404 })
})
