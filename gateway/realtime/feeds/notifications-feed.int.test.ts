import { changeAndPublish } from '@called-it/infra/events/change'
import { topics } from '@called-it/shared/contract/events'
import { makeUser } from '@called-it/tests/support/factories/accounts'
import { makeAnnouncement, makeNotification } from '@called-it/tests/support/factories/notifications'
import { setUpGateways } from '@called-it/tests/support/realtime/set-up-gateways'
import { expect, test } from 'vitest'
import { notificationsFeed } from './notifications-feed.ts'

const gateways = setUpGateways()

async function join() {
  const { id } = await makeUser(gateways.place.db)
  return { id, ...gateways.logIn(id) }
}

const notify = (...userIds: number[]) =>
  changeAndPublish(gateways.place.db, gateways.publisher, async (trx, changed) => {
    const { id } = await makeAnnouncement(trx)
    for (const user_id of userIds) await makeNotification(trx, { user_id, announcement_id: id })
    changed.add(topics.notifications)
  })

test('sends the unread count to all pages of those who are notified, and no others', async () => {
  const [one, two] = [await gateways.open(), await gateways.open()]
  const [ann, bob] = [await join(), await join()]
  const clients = {
    annHere: await gateways.connect(one, ann),
    annThere: await gateways.connect(two, ann),
    bob: await gateways.connect(one, bob),
    visitor: await gateways.connect(one),
  }
  await notify(ann.id, bob.id)
  await notify(ann.id)
  const { annHere, annThere } = clients
  for (const client of [annHere, annThere]) {
    const event = await client.next('notifications:changed', ({ unread }) => unread === 2)
    expect(event).toEqual({ topic: 'notifications', from: 0, to: 2, unread: 2 })
  }
  await notify(bob.id)
  await clients.bob.next('notifications:changed', ({ unread, to }) => unread === 2 && to === 3)
  expect(annHere.all('notifications:changed').at(-1)).toMatchObject({ to: 2 })
  expect(clients.visitor.all('notifications:changed')).toEqual([])
})

test('sends what a slow page has missed', async () => {
  const { id, session } = await join()
  await notify(id)
  const audience = { emit: () => undefined, hasSockets: () => true, userIds: () => [] }
  const feed = notificationsFeed(gateways.place.db, audience)
  expect(await feed.eventsSince(session, 0)).toMatchObject([{ event: { unread: 1 } }, {}])
  expect(await feed.eventsSince(null, 0)).toEqual([])
})
