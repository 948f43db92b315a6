import { expect, test } from 'vitest'
import { hearOwnTellings } from './bridge.ts'

test('what this gateway tells it has heard itself before it leaves', async () => {
  const happened: unknown[] = []
  const publisher = hearOwnTellings(
    {
      publish: async (name) => {
        happened.push(`told ${name}`)
      },
    },
    { hear: (topics) => happened.push(...topics) },
  )
  const changedAt = '2026-05-01T20:00:00.000Z'
  await publisher.publish('topics:changed', { topics: [{ topic: 'settings', version: 4, changedAt }] })
  await publisher.publish('session:revoked', { userId: 1, reason: 'logout' })
  expect(happened).toEqual([
    { topic: 'settings', version: 4, changedAt: new Date(changedAt) },
    'told topics:changed',
    'told session:revoked',
  ])
})
