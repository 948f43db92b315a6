import { expect, test } from 'vitest'
import { CallError } from './errors.ts'
import { createPasswords } from './passwords.ts'

test('a hash is argon2id with the agreed cost, and only its password matches', async () => {
  const passwords = createPasswords()
  const hash = await passwords.hash('set the gearshift')
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await passwords.matches(hash, 'set the gearshift')).toBe(true)
  expect(await passwords.matches(hash, 'set the gear shift')).toBe(false)
})

test('nobody matches no hash, whatever the password', async () => {
  const passwords = createPasswords()
  expect(await passwords.matches(null, 'nobody has this password')).toBe(false)
})

test('no hash costs what anyone’s costs, so that the time does not tell which addresses are known', async () => {
  const passwords = createPasswords(1)
  const known = await passwords.hash('a password')
  const timeOf = async (hash: string | null) => {
    const startedAt = performance.now()
    await passwords.matches(hash, 'another password')
    return performance.now() - startedAt
  }
  await timeOf(null)
  let [shortestKnown, shortestNobodys] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  for (let round = 0; round < 10; round += 1) {
    shortestKnown = Math.min(shortestKnown, await timeOf(known))
    shortestNobodys = Math.min(shortestNobodys, await timeOf(null))
  }
  expect(shortestNobodys / shortestKnown).toBeGreaterThan(0.5)
  expect(shortestNobodys / shortestKnown).toBeLessThan(2)
}, 20_000)

test('too many at once are turned away, and the others all get their turn', async () => {
  const passwords = createPasswords(1)
  const hash = await passwords.hash('a')
  const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => passwords.matches(hash, 'a')))
  const turnedAway = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  expect(turnedAway).toHaveLength(9)
  for (const error of turnedAway) expect(error).toMatchObject({ code: 'unavailable', status: 503 })
  expect(turnedAway[0]).toBeInstanceOf(CallError)
  expect(await passwords.matches(hash, 'a')).toBe(true)
}, 20_000)
