import { expect, test } from 'vitest'
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
  const passwords = createPasswords()
  const known = await passwords.hash('a password')
  await passwords.matches(null, 'another password')
  /** By the processor's time, since others may use the machine. */
  const costOf = async (hash: string | null) => {
    const before = process.cpuUsage()
    for (let time = 0; time < 3; time += 1) await passwords.matches(hash, 'another password')
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  const ratio = (await costOf(null)) / (await costOf(known))
  expect(ratio).toBeGreaterThan(0.5)
  expect(ratio).toBeLessThan(2)
})
