import { changeAndPublish } from '@called-it/infra/events/change'
import { insertRun } from '@called-it/infra/postgres/queries/work/runs'
import { type ServerEventName, serverEvents, topics } from '@called-it/shared/contract/events'
import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { makeSetlist, makeShow, makeSong } from '@called-it/tests/support/factories/catalogue'
import { makeLeague } from '@called-it/tests/support/factories/leagues'
import { makeAnnouncement, makeNotification } from '@called-it/tests/support/factories/notifications'
import { makePrediction, makeScores, makeStanding } from '@called-it/tests/support/factories/scores'
import { PATIENT } from '@called-it/tests/support/patience'
import { listUsedVariants } from '@called-it/tests/support/payloads/payload-shape'
import { currentPayloads } from '@called-it/tests/support/payloads/payload-versions'
import { setUpGateways } from '@called-it/tests/support/realtime/set-up-gateways'
import { expect, test, vi } from 'vitest'

const gateways = setUpGateways()

const isServerEventName = (name: string): name is ServerEventName => name in serverEvents
const NAMES = Object.keys(serverEvents).filter(isServerEventName)

/** Changes every topic, like a scoring that was enqueued and done. */
async function changeEverything(userId: number, showId: number, leagueId: number): Promise<void> {
  await changeAndPublish(gateways.place.db, gateways.publisher, async (trx, changed) => {
    const song = await makeSong(trx)
    await makePrediction(trx, { showId, userId, picks: { set1: [song.id] } })
    await makeSetlist(trx, showId, { set1: [song.id] })
    await makeScores(trx, { id: showId }, [{ user_id: userId, total: 15 }])
    await makeStanding(trx, { board: GLOBAL_BOARD, user_id: userId, total: 15 })
    const { id } = await makeAnnouncement(trx)
    await makeNotification(trx, { user_id: userId, announcement_id: id })
    await insertRun(trx, { kind: 'reset-scores', order: { showId }, orderedBy: userId })
    for (const topic of [topics.settings, topics.catalogue, topics.runs, topics.deletions]) changed.add(topic)
    changed.add(topics.show(showId)).add(topics.live(showId)).add(topics.setlist(showId))
    changed.add(topics.board(GLOBAL_BOARD)).add(topics.notifications).add(topics.league(leagueId))
  })
}

test('sends every event in the shape of the newest payload file', async () => {
  const gateway = await gateways.open()
  const { id } = await makeUser(gateways.place.db, { isAdmin: true })
  const client = await gateways.connect(gateway, gateways.logIn(id, { isAdmin: true }))
  const received: { name: string; event: unknown }[] = []
  client.socket.onAny((name: string, event: unknown) => received.push({ name, event }))
  const show = await makeShow(gateways.place.db)
  await client.socket.emitWithAck('show:watch', { showId: show.id })
  const { id: leagueId } = await makeLeague(gateways.place.db, [{ user_id: id, shows_presence: true }])
  await client.socket.emitWithAck('league:watch', { leagueId })
  await changeEverything(id, show.id, leagueId)
  await gateways.publisher.publish('notifications:read', { userId: id })
  await gateways.publisher.publish('league:reacted', { leagueId, userId: id, reaction: 'fire' })
  gateway.clock.advance(5_000)
  const missing =
    (...besides: ServerEventName[]) =>
    () =>
      expect(
        NAMES.filter((name) => !besides.includes(name) && !received.some((one) => one.name === name)),
      ).toEqual([])
  await vi.waitFor(missing('session:revoked', 'connection:replaced'), PATIENT)
  await gateways.publisher.publish('session:revoked', { userId: id, reason: 'logout' })
  await client.next('session:revoked')

  for (const { name, event } of received) {
    if (!isServerEventName(name)) expect.unreachable(name)
    const known = (currentPayloads.live[name] ?? []).flatMap((one) =>
      listUsedVariants(serverEvents[name], one),
    )
    expect(known, name).toEqual(expect.arrayContaining(listUsedVariants(serverEvents[name], event)))
  }
})
