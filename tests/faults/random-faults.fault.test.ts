import { expect, test } from 'vitest'
import { soak } from '../support/soak.ts'

const MINUTE_MS = 60_000

// F21: all faults of `random-faults.ts` at once.
test('keeps every acknowledged change exactly once over a minute of random faults', {
  timeout: 600_000,
}, async () => {
  const { saves, registrations, mails, scorings, refused, violations, faults } = await soak({
    forMs: MINUTE_MS,
    seed: 'a minute of faults',
  })
  expect(violations).toEqual([])
  expect(refused).toBe(0)
  for (const { acknowledged, effects, distinct } of [saves, registrations]) {
    expect(acknowledged).toBeGreaterThan(0)
    expect([effects, distinct]).toEqual([acknowledged, acknowledged])
  }
  expect(mails.accounts).toBeGreaterThanOrEqual(registrations.acknowledged)
  expect(scorings.acknowledged).toBeGreaterThan(0)
  expect(scorings.completedRuns).toBe(scorings.runs)
  expect(Math.min(...Object.values(faults))).toBeGreaterThan(0)
})
