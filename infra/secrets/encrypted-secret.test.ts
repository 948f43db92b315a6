import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { decryptSecret, encryptSecret, keyIdOf, UnreadableSecretError } from './encrypted-secret.ts'
import { isSettingsKey, toSettingsKeys } from './settings-keys.ts'

const bytes = randomBytes(32)
const [oldKey, newKey] = [bytes.toString('base64'), randomBytes(32).toString('hex')]
const keys = toSettingsKeys({ SETTINGS_KEY: oldKey })

describe('encrypted secret', () => {
  test('is read with the same bytes in either notation, and never twice the same text', () => {
    const stored = encryptSecret(keys, 'whsec_ä')
    expect(stored).not.toContain('whsec')
    expect(encryptSecret(keys, 'whsec_ä')).not.toBe(stored)
    const inHex = toSettingsKeys({ SETTINGS_KEY: bytes.toString('hex') })
    expect([decryptSecret(keys, stored), decryptSecret(inHex, stored)]).toEqual(['whsec_ä', 'whsec_ä'])
    expect(keyIdOf(stored)).toBe(keys.current.id)
  })

  test('is read with the previous key, and by no other', () => {
    const stored = encryptSecret(keys, 'secret')
    const both = toSettingsKeys({ SETTINGS_KEY: newKey, SETTINGS_KEY_PREVIOUS: oldKey })
    expect(decryptSecret(both, stored)).toBe('secret')
    expect(keyIdOf(encryptSecret(both, 'secret'))).not.toBe(keyIdOf(stored))
    const other = toSettingsKeys({ SETTINGS_KEY: newKey })
    expect(() => decryptSecret(other, stored)).toThrow(UnreadableSecretError)
  })

  test('is refused when it was changed or cut off', () => {
    const stored = encryptSecret(keys, 'secret')
    const changed = stored.replace(/.(?=.{4}$)/, (last) => (last === 'A' ? 'B' : 'A'))
    for (const wrong of [changed, stored.slice(0, -9), stored.slice(0, 20)]) {
      expect(() => decryptSecret(keys, wrong)).toThrow(UnreadableSecretError)
    }
  })

  test('is also read where 0.10.0 has stored it in clear', () => {
    expect([decryptSecret(keys, 'whsec_clear'), keyIdOf('whsec_clear')]).toEqual(['whsec_clear', null])
  })
})

test.each([
  ['short', 'short'],
  ['63 digits', bytes.toString('hex').slice(1)],
  ['66 digits', `${bytes.toString('hex')}00`],
  ['31 bytes', randomBytes(31).toString('base64')],
])('takes no other text for a settings key: %s', (_, text) => {
  expect(isSettingsKey(text)).toBe(false)
})
