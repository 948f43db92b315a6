import { announceResult } from '@called-it/infra/postgres/queries/notifications/results'
import { POINTS } from '@called-it/shared/game/points'
import type { ActualSetlist, Picks } from '@called-it/shared/game/setlist'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { changeSong, makeSetlist, makeShow } from '@called-it/tests/support/factories/catalogue'
import { makePrediction, makeScores } from '@called-it/tests/support/factories/scores'
import { gameOfFile } from '@called-it/tests/support/gateway/start-game'
import { describe, expect, test } from 'vitest'

const { correctSpecial: SPECIAL } = POINTS

const game = await gameOfFile()
const { db } = game.gateway.postgres

/** A prediction of a show that nobody has scored yet. */
async function makePicked(picks: Partial<Picks>) {
  const user = await makeUser(db)
  const show = await makeShow(db, { daysFromToday: -3 })
  const { id } = await makePrediction(db, { showId: show.id, userId: user.id, picks })
  const as = await game.gateway.loginAs(user)
  return {
    async score(sets: Partial<ActualSetlist>, origin: 'hand' | 'source' = 'source') {
      const { id: revisionId } = await makeSetlist(db, show.id, sets, { origin })
      await makeScores(db, show, [{ user_id: user.id }])
      await db.transaction().execute((trx) => announceResult(trx, { showId: show.id, revisionId }))
    },
    corrections: async () =>
      (await game.gateway.request('getBreakdown', { predictionId: id }, { as })).corrections,
  }
}

describe('corrections of a prediction', () => {
  test('lists songs whose points differ, newest first, before fans were told', async () => {
    const [first, second, other, added] = [game.song(0), game.song(1), game.song(2), game.song(3)]
    const { score, corrections } = await makePicked({ set1: [first, second] })
    await score({ set1: [first, other, second] })
    expect(await corrections()).toEqual([])

    await score({ set1: [second, first, other] }, 'hand')
    await score({ set1: [second, first, other, added] })
    await score({ set1: [first, other, added] })
    const opens = { set: 'set1', position: 1, special: 'opens' }
    const at = expect.any(String)
    expect(await corrections()).toEqual([
      {
        at,
        source: 'source',
        before: 12,
        after: SPECIAL,
        songs: [
          {
            ...{ id: first, name: game.nameOf(0), countsAs: null, pointsBefore: 6, pointsAfter: SPECIAL },
            before: [{ set: 'set1', position: 2, special: null }],
            after: [opens],
          },
          {
            ...{ id: second, name: game.nameOf(1), countsAs: null, pointsBefore: 6, pointsAfter: 0 },
            before: [opens],
            after: [],
          },
        ],
      },
      {
        at,
        source: 'hand',
        before: SPECIAL + 6,
        after: 12,
        songs: [
          {
            ...{ id: first, name: game.nameOf(0), countsAs: null, pointsBefore: SPECIAL, pointsAfter: 6 },
            before: [opens],
            after: [{ set: 'set1', position: 2, special: null }],
          },
        ],
      },
    ])
  })

  test('names a song that counts as another one since', async () => {
    const [played, picked] = [game.song(10), game.song(11)]
    const { score, corrections } = await makePicked({ set2: [picked] })
    await score({ set1: [played] })
    await changeSong(db, picked, { merged_into: played })
    await score({ set1: [played] })
    const places = [{ set: 'set1', position: 1, special: 'opens' }]
    expect(await corrections()).toMatchObject([
      {
        before: 0,
        after: 3,
        songs: [{ name: game.nameOf(11), countsAs: game.nameOf(10), before: [], after: places }],
      },
    ])
  })
})
