import { verifyPassword } from '@called-it/infra/passwords/argon2'
import { describe, expect, test } from 'vitest'
import { createPasswords } from './passwords.ts'

describe('passwords', () => {
  test('hashes with argon2id at the agreed cost, and matches only that password', async () => {
    const passwords = createPasswords()
    const hash = await passwords.hash('set the gearshift')
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await passwords.matches(hash, 'set the gearshift')).toBe(true)
    expect(await passwords.matches(hash, 'set the gear shift')).toBe(false)
  })

  test('does not match any password without a hash', async () => {
    const passwords = createPasswords()
    expect(await passwords.matches(null, 'nobody has this password')).toBe(false)
  })

  test('takes as long without a hash as with one', async () => {
    const verified: string[] = []
    const passwords = createPasswords(1, async (hash, password) => {
      verified.push(hash)
      return verifyPassword(hash, password)
    })
    const known = await passwords.hash('a password')
    await passwords.matches(known, 'another password')
    await passwords.matches(null, 'another password')
    const [costOfKnown, costOfNone] = verified.map((hash) => hash.split('$').slice(0, 4))
    expect(costOfKnown).toHaveLength(4)
    expect(costOfNone).toEqual(costOfKnown)
  })
})
