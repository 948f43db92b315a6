import { expect, test } from 'vitest'
import { withLocalEcho } from './event-subscriber.ts'

test("receives the gateway's own changes before it publishes them", async () => {
  const happened: unknown[] = []
  const publisher = withLocalEcho(
    {
      publish: async (name) => {
        happened.push(`published ${name}`)
      },
    },
    { receive: (versions) => happened.push(...versions) },
  )
  const changedAt = '2026-05-01T20:00:00.000Z'
  await publisher.publish('topics:changed', { topics: [{ topic: 'settings', version: 4, changedAt }] })
  await publisher.publish('session:revoked', { userId: 1, reason: 'logout' })
  expect(happened).toEqual([
    { topic: 'settings', version: 4, changedAt: new Date(changedAt) },
    'published topics:changed',
    'published session:revoked',
  ])
})
