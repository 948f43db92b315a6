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

  test('does the same work without a hash, and never matches', async () => {
    const costs: string[] = []
    const passwords = createPasswords(1, async (hash, password) => {
      costs.push(hash.split('$', 4).join('$'))
      return verifyPassword(hash, password)
    })
    await passwords.matches(await passwords.hash('a password'), 'another password')
    expect(await passwords.matches(null, 'nobody has this password')).toBe(false)
    expect(costs).toEqual([costs[0], costs[0]])
  })
})
