import { eraseUser } from '@called-it/infra/postgres/queries/accounts/users'
import { listFinalShows } from '@called-it/infra/postgres/queries/catalogue/tours'
import { SEASON_ROWS } from '@called-it/shared/contract/seasons'
import { changeUser, makeUser } from '@called-it/tests/support/factories/accounts'
import { changeShow, makeShow, makeTour } from '@called-it/tests/support/factories/catalogue'
import { makeScoredShow, makeScores, makeStanding } from '@called-it/tests/support/factories/scores'
import { makeSeason } from '@called-it/tests/support/factories/seasons'
import { endNextRun } from '@called-it/tests/support/gateway/end-next-run'
import { gameOfFile } from '@called-it/tests/support/gateway/start-game'
import { refusal } from '@called-it/tests/support/gateway/start-gateway'
import { expect, test } from 'vitest'

const game = await gameOfFile()
const { db } = game.gateway.postgres

const get = (tourId: number) => game.gateway.send('GET', `/api/tours/${tourId}/season`)
const readAwards = async (tourId: number) => (await game.gateway.request('getSeason', { tourId })).awards

async function scoreShow(tour_id: number, daysFromToday: number, totals: Record<number, number>) {
  const scores = Object.entries(totals).map(([userId, total]) => ({ user_id: Number(userId), total }))
  return makeScoredShow(db, {}, scores, { tour_id, daysFromToday })
}
const makePlayers = (names: string[]) =>
  Promise.all(names.map(async (displayName) => (await makeUser(db, { displayName, showsPicks: true })).id))
const hide = (userId: number) => changeUser(db, userId, { shows_picks: false })

const findFinalShow = async (tourId: number) =>
  (await game.gateway.request('listTours')).tours.find(({ id }) => id === tourId)?.final_show

test('is served once every show that counts is scored', async () => {
  expect(await get(9_999)).toMatchObject(refusal(404, 'tour_not_found'))
  const { id } = await makeTour(db, { name: 'Fall' })
  const before = refusal(409, 'tour_not_over')
  expect(await get(id)).toMatchObject(before)
  const [mo = 0] = await makePlayers(['Mo'])
  const show = await scoreShow(id, -3, { [mo]: 4 })
  const open = await makeShow(db, { tour_id: id, daysFromToday: -2 })
  expect(await get(id)).toMatchObject(before)
  expect(await findFinalShow(id)).toBeNull()
  await changeShow(db, open.id, { cancelled_at: new Date() })
  await makeShow(db, { tour_id: id, excluded: true })
  await makeShow(db, { tour_id: id, vanished_at: new Date() })
  for (let player = 0; player < SEASON_ROWS; player += 1) {
    const { id: user_id } = await makeUser(db)
    await makeStanding(db, { board: id, user_id, total: 3 })
  }
  await makeStanding(db, { board: id, user_id: mo, total: 4 })
  await makeSeason(db, id)
  const season = await game.gateway.request('getSeason', { tourId: id })
  expect(season).toMatchObject({ tour: { name: 'Fall' }, shows: 1, players: SEASON_ROWS + 1 })
  expect(season.table).toHaveLength(SEASON_ROWS)
  expect(season.table[0]).toMatchObject({ rank: 1, userName: 'Mo', totalScore: 4 })
  expect(season.awards).toEqual({
    most_improved: null,
    best_night: {
      player: { id: mo, display_name: 'Mo', avatar_path: null },
      show: expect.any(Object),
      total: 4,
    },
    boldest_call: null,
  })
  expect(season.awards.best_night?.show.id).toBe(show.id)
})

test('names the last show of a tour that is over', async () => {
  const { id } = await makeTour(db)
  const last = await scoreShow(id, -1, {})
  await scoreShow(id, -4, {})
  expect((await listFinalShows(db)).get(id)).toBe(last.id)
})

test('gives most improved to the greatest rise, then more points, then the name', async () => {
  const { id } = await makeTour(db)
  const [ann = 0, bea = 0, cy = 0, dee = 0, eve = 0] = await makePlayers(['Ann', 'bea', 'Cy', 'Dee', 'Eve'])
  // The middle one of five shows is in the second half.
  await scoreShow(id, -9, { [ann]: 2, [bea]: 2, [cy]: 4, [dee]: 0 })
  await scoreShow(id, -8, { [ann]: 2, [bea]: 2, [cy]: 4, [dee]: 0, [eve]: 0 })
  await scoreShow(id, -7, { [ann]: 5, [bea]: 5, [cy]: 7 })
  await scoreShow(id, -6, { [ann]: 8, [bea]: 8, [cy]: 9, [eve]: 60 })
  await scoreShow(id, -5, { [dee]: 60, [eve]: 60 })
  await makeSeason(db, id)
  const improved = async () => {
    const award = (await readAwards(id)).most_improved
    return award && [award.player.display_name, award.before, award.after]
  }
  expect(await improved()).toEqual(['Ann', 2, 6.5])
  await hide(ann)
  expect(await improved()).toEqual(['bea', 2, 6.5])
  await hide(bea)
  expect(await improved()).toEqual(['Cy', 4, 8])
  await eraseUser(db, cy)
  expect(await improved()).toBeNull()
})

test('gives best night and boldest call to the earlier show, then the name', async () => {
  const { id } = await makeTour(db)
  const [ann = 0, bea = 0, cy = 0] = await makePlayers(['Ann', 'bea', 'Cy'])
  const first = await scoreShow(id, -9, { [bea]: 40, [cy]: 40 })
  const second = await scoreShow(id, -8, { [ann]: 40, [bea]: 30 })
  const call = (show_id: number, user_id: number, rarest_gap: number) =>
    db
      .insertInto('night_feats')
      .values({ show_id, user_id, feats: 0, rarest_song: game.song(1), rarest_gap })
      .execute()
  await call(first.id, bea, 0)
  await makeSeason(db, id)
  expect((await readAwards(id)).boldest_call).toBeNull()
  await call(first.id, cy, 70)
  await call(second.id, bea, 70)
  await call(second.id, ann, 70)
  await makeSeason(db, id)
  const awards = async () => {
    const { best_night, boldest_call } = await readAwards(id)
    return [best_night, boldest_call].map((award) => award && [award.player.display_name, award.show.id])
  }
  expect((await readAwards(id)).boldest_call).toMatchObject({
    song: { id: game.song(1), name: game.nameOf(1) },
    gap: 70,
  })
  expect(await awards()).toEqual([
    ['bea', first.id],
    ['Cy', first.id],
  ])
  await hide(bea)
  await hide(cy)
  expect(await awards()).toEqual([
    ['Ann', second.id],
    ['Ann', second.id],
  ])
  await hide(ann)
  expect(await readAwards(id)).toEqual({ most_improved: null, best_night: null, boldest_call: null })
})

test('is built by the first request, and again for other scores', async () => {
  const { id } = await makeTour(db)
  const [mo = 0] = await makePlayers(['Mo'])
  const { id: showId } = await scoreShow(id, -3, { [mo]: 4 })
  const computing = { status: 202, json: { status: 'computing' } }
  const subject = `season:${id}`
  expect((await game.gateway.send('HEAD', `/api/tours/${id}/season`)).status).toBe(405)
  const build = async () => {
    const requests = Promise.all([get(id), get(id)])
    await endNextRun(game.gateway, 'build-season', { result: { chunks: 1 } })
    return requests
  }
  expect(await build()).toMatchObject([computing, computing])
  expect(await db.selectFrom('runs').select('id').where('subject', '=', subject).execute()).toHaveLength(1)
  await makeSeason(db, id)
  expect((await get(id)).status).toBe(200)
  await makeScores(db, { id: showId }, [{ user_id: mo, total: 5 }])
  expect(await build()).toMatchObject([computing, computing])
  await makeSeason(db, id)
  expect((await readAwards(id)).best_night?.total).toBe(5)
})
