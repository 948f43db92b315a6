import { tourResults } from '@called-it/shared/contract/results'
import { makeAdmin, makeUser, TEST_PASSWORD } from '@called-it/tests/support/factories/accounts'
import { makeTour } from '@called-it/tests/support/factories/catalogue'
import { makeScoredShow, makeStanding } from '@called-it/tests/support/factories/scores'
import { makeSeason } from '@called-it/tests/support/factories/seasons'
import { endNextRun } from '@called-it/tests/support/gateway/end-next-run'
import { type Fan, makeFan } from '@called-it/tests/support/gateway/make-fans'
import { gatewayOfFile, refusal } from '@called-it/tests/support/gateway/start-gateway'
import { expect, test } from 'vitest'
import { RATE_LIMITS } from '../../auth/rate-limits.ts'

const gateway = await gatewayOfFile({ config: { cachesResponses: true } })
const { db } = gateway.postgres

test('gives the final table as JSON and for spreadsheets once the tour is over', async () => {
  const { id } = await makeTour(db, { name: 'Fall' })
  const get = (kind: string) => gateway.send('GET', `/api/tours/${id}/results.${kind}`)
  expect(await get('json')).toMatchObject(refusal(409, 'tour_not_over'))
  await makeScoredShow(db, {}, [], { tour_id: id })
  const names = ['=cmd|calc', 'Zoë, "the elk"', 'שלום']
  for (const displayName of names) {
    const total = displayName === names[0] ? 9 : 4
    const { id: user_id } = await makeUser(db, { displayName })
    await makeStanding(db, { board: id, user_id, total })
  }
  await makeSeason(db, id)
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
  }
  expect(await gateway.send('GET', '/api/tours/9999/results.csv')).toMatchObject({ status: 404 })
})

async function makeTourOver(names: readonly string[]) {
  const { id } = await makeTour(db)
  const players: Fan[] = []
  for (const displayName of names) players.push(await makeFan(gateway, { displayName, showsPicks: true }))
  const points = players.map((player, place) => ({ user_id: player.id, total: 9 - place }))
  for (const row of points) await makeStanding(db, { board: id, ...row, shows: 1, best: row.total })
  await makeScoredShow(db, {}, points, { tour_id: id })
  return { id, players }
}

test('shows names as they are now, and gives no award to those who are gone', async () => {
  const { id, players } = await makeTourOver(['Deleted', 'Suspended', 'Hidden', 'Renamed'])
  await makeSeason(db, id)
  const admin = await gateway.loginAs(await makeAdmin(db))
  const read = async () => {
    const { awards, table } = await gateway.request('getSeason', { tourId: id })
    const { text } = await gateway.send('GET', `/api/tours/${id}/results.csv`)
    const names = text.split('\n').slice(1, -1)
    expect(names.map((row) => row.split(',')[1])).toEqual(table.map(({ userName }) => userName))
    return [awards.best_night?.player.display_name, ...table.map(({ userName }) => userName)]
  }
  const change = async (method: string, path: string, as: string | undefined, json: object) => {
    expect((await gateway.send(method, path, { as: as ?? '', json })).status).toBe(200)
    return read()
  }
  const [deleted, suspended, hidden, renamed] = players
  expect(await read()).toEqual(['Deleted', 'Deleted', 'Suspended', 'Hidden', 'Renamed'])
  expect(await change('POST', '/api/auth/delete-profile', deleted?.as, { password: TEST_PASSWORD })).toEqual([
    'Suspended',
    'deleted fan',
    'Suspended',
    'Hidden',
    'Renamed',
  ])
  const path = `/api/admin/users/${suspended?.id}/suspension`
  expect(await change('PUT', path, admin, { reason: 'rude' })).toEqual([
    'Hidden',
    'deleted fan',
    'suspended fan',
    'Hidden',
    'Renamed',
  ])
  const profile = '/api/auth/profile'
  expect((await change('PUT', profile, hidden?.as, { shows_picks: false }))[0]).toBe('Renamed')
  expect((await change('PUT', profile, renamed?.as, { display_name: 'Another' })).slice(3)).toEqual([
    'Hidden',
    'Another',
  ])
})

test('sends results again only after other scores or names', async () => {
  const { id, players } = await makeTourOver(['Mo'])
  await makeSeason(db, id)
  const path = `/api/tours/${id}/results.json`
  const etag = (await gateway.send('GET', path)).headers.get('etag') ?? ''
  const again = () =>
    gateway.send('GET', path, { headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' } })
  expect(await again()).toMatchObject({ status: 304, text: '' })
  await gateway.send('PUT', '/api/auth/profile', { as: players[0]?.as ?? '', json: { display_name: 'Jo' } })
  const { status, headers, text } = await again()
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-cache'])
  expect(headers.get('etag')).not.toBe(etag)
  expect(tourResults.parse(JSON.parse(text)).players[0]?.name).toBe('Jo')
})

test('returns 503 while the results are being built', async () => {
  const { id } = await makeTourOver(['Mo'])
  const [response] = await Promise.all([
    gateway.send('GET', `/api/tours/${id}/results.csv`),
    endNextRun(gateway, 'build-season', { result: { chunks: 1 } }),
  ])
  expect(response).toMatchObject(refusal(503, 'unavailable'))
  expect(response.headers.get('retry-after')).toBe('5')
})

test('limits the downloads of an address', async () => {
  const get = () => gateway.send('GET', '/api/tours/9999/results.csv')
  let last: Awaited<ReturnType<typeof get>> = await get()
  for (let count = 0; count < RATE_LIMITS.results.byAddress.points && last.status === 404; count += 1) {
    last = await get()
  }
  expect(last).toMatchObject(refusal(429, 'too_many_requests'))
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
})
