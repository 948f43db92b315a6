import { upsertAvatar } from '@called-it/infra/postgres/queries/accounts/avatars'
import { GLOBAL_BOARD, type Leaderboard } from '@called-it/shared/contract/leaderboards'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { makeTour } from '@called-it/tests/support/factories/catalogue'
import { makeStanding } from '@called-it/tests/support/factories/scores'
import { gatewayOfFile, refusal } from '@called-it/tests/support/gateway/start-gateway'
import { describe, expect, test } from 'vitest'

const gateway = await gatewayOfFile()
const { db } = gateway.postgres

async function makePlayer(displayName: string, total: number, board = GLOBAL_BOARD, best = total) {
  const user = await makeUser(db, { displayName })
  await makeStanding(db, { board, user_id: user.id, total, shows: 1, best })
  return user
}

describe('leaderboard', () => {
  test('ranks players in pages, with one rank for equal totals', async () => {
    const tour = await makeTour(db, { name: 'Lamplight' })
    const second = await makePlayer('Bea', 40, tour.id, 30)
    const first = await makePlayer('Abe', 90, tour.id)
    const alsoSecond = await makePlayer('Cy', 40, tour.id, 20)
    const fourth = await makePlayer('Di', 10, tour.id)
    await upsertAvatar(db, first.id, { contentHash: 'abc', webp: Buffer.from('webp') })
    const row = (user: { id: number; displayName: string }, rank: number, total: number, best = total) => ({
      rank,
      userId: user.id,
      userName: user.displayName,
      avatar: null,
      showsParticipated: 1,
      bestScore: best,
      totalScore: total,
    })
    const rows = [
      { ...row(first, 1, 90), avatar: `/api/avatars/${first.id}/abc.webp` },
      row(second, 2, 40, 30),
      row(alsoSecond, 2, 40, 20),
      row(fourth, 4, 10),
    ]
    expect(await gateway.request('getTourLeaderboard', { tourId: tour.id })).toEqual({
      tourName: 'Lamplight',
      leaderboard: rows,
      total: 4,
      next: null,
      version: 0,
    })

    const seen: unknown[] = []
    let after: string | null = ''
    while (after !== null) {
      const query: { limit: number; after?: string } = { limit: 1, ...(after && { after }) }
      const page: Leaderboard = await gateway.request('getTourLeaderboard', { tourId: tour.id, ...query })
      expect(page.leaderboard).toHaveLength(1)
      seen.push(...page.leaderboard)
      after = page.next
    }
    expect(seen).toEqual(rows)
  })

  test.each([
    'after=rubbish',
    'after=W10',
    'after=WzEsMiwzLCJ4Iiw5ZTk5XQ',
    // A name with a NUL character, which Postgres refuses.
    'after=WzEsMiwzLCJhXHUwMDAwYiIsNF0',
    // -2147483648, which SQL cannot negate.
    'after=Wy0yMTQ3NDgzNjQ4LDAsMCwiIiwwXQ',
  ])('returns 422 for %s', async (query) => {
    expect(await gateway.send('GET', `/api/leaderboard?${query}`)).toMatchObject(refusal(422, 'invalid'))
  })

  test('returns 404 for an unknown tour', async () => {
    expect(await gateway.send('GET', '/api/tours/999/leaderboard')).toMatchObject(
      refusal(404, 'tour_not_found'),
    )
  })
})

describe('score of the current user', () => {
  test('has a place on every board', async () => {
    const tour = await makeTour(db)
    await makePlayer('Top', 99, tour.id)
    const fan = await makePlayer('Me', 12, tour.id)
    await makeStanding(db, { board: GLOBAL_BOARD, user_id: fan.id, total: 25, shows: 2, best: 13 })
    const as = await gateway.loginAs(fan)
    const onTour = { totalScore: 12, showsParticipated: 1, bestScore: 12, rank: 2, players: 2, version: 0 }
    const path = `/api/users/current/tours/${tour.id}/score`
    expect((await gateway.send('GET', path, { as })).json).toEqual(onTour)
    const overall = { totalScore: 25, showsParticipated: 2, bestScore: 13 }
    expect((await gateway.send('GET', '/api/users/current/score', { as })).json).toMatchObject(overall)
  })

  test('has no rank before the first scored prediction', async () => {
    const as = await gateway.loginAs(await makeUser(db))
    const none = { totalScore: 0, showsParticipated: 0, bestScore: 0, rank: null }
    expect((await gateway.send('GET', '/api/users/current/score', { as })).json).toMatchObject(none)
  })
})
