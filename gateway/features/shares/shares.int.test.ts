import type { User } from '@called-it/infra/postgres/queries/accounts/users'
import { POINTS } from '@called-it/shared/game/points'
import { dayInWords } from '@called-it/shared/words/day-in-words'
import { changeUser, makeUser, TEST_PASSWORD } from '@called-it/tests/support/factories/accounts'
import { changeShow, makeSetlist, makeShow } from '@called-it/tests/support/factories/catalogue'
import { makeSystemCard } from '@called-it/tests/support/factories/chances'
import { makeLiveBoard } from '@called-it/tests/support/factories/live-boards'
import { makePrediction, makeScores } from '@called-it/tests/support/factories/scores'
import { gameOfFile } from '@called-it/tests/support/gateway/start-game'
import { refusal } from '@called-it/tests/support/gateway/start-gateway'
import { beforeEach, describe, expect, test } from 'vitest'

const game = await gameOfFile()
const { db } = game.gateway.postgres

let fan: User & { email: string }
let as: string
beforeEach(async () => {
  fan = await makeUser(db, { displayName: 'Ada', showsPicks: false })
  as = await game.gateway.loginAs(fan)
})

const send = (method: string, showId: number) =>
  game.gateway.send(method, `/api/users/current/shows/${showId}/share`, { as })
const get = (token: string) => game.gateway.send('GET', `/api/shares/${token}`)
const locked = () => new Date(Date.now() - 60_000)

async function makeCard(given: Parameters<typeof makeShow>[1] = {}) {
  const show = await makeShow(db, { venue: 'Pier', ...given })
  const [first, second, third] = [game.song(0), game.song(1), game.song(2)]
  const picks = { set1: [first, second], set2: [null, third], encore: [game.song(3)] }
  await makePrediction(db, { showId: show.id, userId: fan.id, picks })
  return show
}

const share = async (showId: number) => (await game.gateway.request('shareCard', { showId }, { as })).token
const read = (token: string) => game.gateway.request('getShare', { token })

/** Once it is not the show's day, no lock depends on the calendar. */
const lockNow = (showId: number) => changeShow(db, showId, { locks_at: locked() })

describe('shared card', () => {
  test('has nothing but name, show and text before the lock', async () => {
    const show = await makeCard()
    const token = await share(show.id)
    const { text } = await get(token)
    for (const secret of [fan.email, game.nameOf(0), 'Song', '"userId"', '"user_id"']) {
      expect(text).not.toContain(secret)
    }
    expect(JSON.parse(text)).toEqual({
      name: 'Ada',
      show: { id: show.id, date: show.showdate, venue: 'Pier', location: 'Harborview, ME, USA' },
      result: null,
      text: `Called It: I have picked the setlist of Pier, ${dayInWords(show.showdate, 'en')}`,
      revision: expect.any(String),
    })
  })

  test('follows the live board, and then the final scores', async () => {
    const show = await makeCard({ locks_at: locked(), daysFromToday: 0 })
    await makeSystemCard(db, show.id, 'machine', { set1: [game.song(1)] })
    const token = await share(show.id)
    const before = await read(token)
    expect(before.result).toMatchObject({ total: 0, rank: 1, players: 1, machine: 0, is_final: false })
    expect(before.result?.slots).toMatchObject({
      set1: ['waiting', 'waiting', ...new Array(6).fill('empty')],
      encore: ['waiting', 'empty', 'empty'],
    })

    await makeSetlist(db, show.id, { set1: [game.song(0), game.song(3)] }, { open_set: 'set1' })
    const [leader, own] = [
      { userId: fan.id + 1, total: 20 },
      { userId: fan.id, total: 18 },
    ]
    await makeLiveBoard(db, { showId: show.id, revision: 1, rows: [leader, own] })
    const live = await read(token)
    expect(live.result).toMatchObject({ total: 18, rank: 2, players: 2, machine: 0, is_final: false })
    expect(live.result?.slots.set1.slice(0, 3)).toEqual(['special', 'waiting', 'empty'])
    expect(live.result?.slots.encore[0]).toBe('show')

    await makeSetlist(db, show.id, { set1: [game.song(1), game.song(2)] })
    await makeScores(db, show, [
      { user_id: fan.id, total: 9 },
      { user_id: fan.id + 1, total: 10 },
      { user_id: fan.id + 2, total: 9 },
    ])
    const final = await read(token)
    expect(final.result).toMatchObject({
      total: 9,
      rank: 2,
      players: 3,
      machine: POINTS.correctSpecial,
      is_final: true,
    })
    expect(final.result?.slots.set1.slice(0, 3)).toEqual(['missed', 'set', 'empty'])
    expect(final.text).toBe(
      `Called It 9 · #2 of 3
Pier
⬛🟦⬛⬛⬛⬛⬛⬛
⬛⬜⬛⬛⬛⬛⬛⬛
⬛⬛⬛`,
    )
    expect(new Set([before, live, final].map(({ revision }) => revision))).toHaveProperty('size', 3)
  })

  test('keeps its link until it is revoked, which is for good', async () => {
    const show = await makeCard()
    const shareCard = () => game.gateway.request('shareCard', { showId: show.id }, { as })
    const links = await Promise.all([shareCard(), shareCard(), shareCard()])
    const [{ token }] = links
    expect(new Set(links.map((link) => link.token))).toEqual(new Set([token]))
    expect(links.filter(({ is_new }) => is_new)).toHaveLength(1)
    expect(await shareCard()).toEqual({ token, is_new: false })

    expect(await send('DELETE', show.id)).toMatchObject({ status: 200, json: { token: null } })
    expect(await shareCard()).toMatchObject({ token: expect.not.stringMatching(token), is_new: true })
    expect(await get(token)).toMatchObject(refusal(410, 'share_gone'))
  })

  test('is gone once the user is suspended or deleted', async () => {
    const token = await share((await makeCard()).id)
    const suspend = (suspended_at: Date | null) => changeUser(db, fan.id, { suspended_at })
    await suspend(new Date())
    expect(await get(token)).toMatchObject(refusal(410, 'share_gone'))
    await suspend(null)
    expect(await get(token)).toMatchObject({ status: 200 })
    const json = { password: TEST_PASSWORD }
    expect(await game.gateway.send('POST', '/api/auth/delete-profile', { as, json })).toMatchObject({
      status: 200,
    })
    expect(await get(token)).toMatchObject(refusal(410, 'share_gone'))
  })

  test('needs a saved prediction and a known token', async () => {
    const show = await makeShow(db)
    expect(await send('PUT', show.id)).toMatchObject(refusal(404, 'prediction_not_found'))
    expect(await get('A'.repeat(22))).toMatchObject(refusal(404, 'share_not_found'))
  })

  test('has nothing of a prediction that is deleted or of a cancelled show', async () => {
    const deleted = await makeCard()
    const token = await share(deleted.id)
    await db.deleteFrom('predictions').where('show_id', '=', deleted.id).execute()
    await lockNow(deleted.id)
    const cancelled = await makeCard({ locks_at: locked(), cancelled_at: new Date() })
    expect([await read(token), await read(await share(cancelled.id))]).toMatchObject([
      { result: null },
      { result: null },
    ])
  })
})
