import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { displayName, leagueName } from './display-name.ts'
import { FIELD_TEXTS } from './entered-fields.ts'

const FAMILY = '\u{1F468}\u200D\u{1F469}\u200D\u{1F467}'

const character = fc.oneof(
  fc.constantFrom(...'aZ9.-_ éßñ', '李', 'ש', 'あ', '\u{1F44B}'),
  fc.constantFrom(...'\u0301\u0323\u0338\u20DD', '\uFE0F', '\u200D', '\u2764'),
  fc.constantFrom(...'\u0000\u0085\u00AD\u061C\u200B\u200E\u202E\u2028\u2066\u2800\u3164\uFEFF'),
  fc.constantFrom('\uD800', '\uDC00', 'www.', '://', '\u{E0041}'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
)
const anyText = fc.array(character, { maxLength: 45 }).map((characters) => characters.join(''))

describe('display name', () => {
  test('is clean whenever it is accepted', () => {
    const property = fc.property(anyText, (text) => {
      const { success, data } = displayName.safeParse(text)
      if (!success) return
      expect(displayName.parse(data)).toBe(data)
      expect(data).toBe(text.normalize('NFC').trim())
      expect(data.isWellFormed()).toBe(true)
      expect([...data].length).toBeLessThanOrEqual(40)
      expect(data.replace(/\p{M}|\p{Z}|\u200D/gu, '').length).toBeGreaterThanOrEqual(2)
      expect(data.replace(/\u200D|\uFE0F/g, '')).not.toMatch(/[\p{Cc}\p{Cf}\p{DI}\p{Zl}\p{Zp}\u2800]/u)
      expect(data).not.toMatch(/\p{M}{3}|:\/\/|www\./iu)
    })
    fc.assert(property, { numRuns: 2_000 })
  })

  test.each([
    ['  Zoë  ', 'Zoë'],
    ['Zoe\u0308', 'Zoë'],
    ['Nguyễn Thị', 'Nguyễn Thị'],
    ['שָׁלוֹם', 'שָׁלוֹם'.normalize('NFC')],
    [`x${FAMILY}`, `x${FAMILY}`],
    ['Lo \u2764\uFE0F', 'Lo \u2764\uFE0F'],
    ['Admin of Nothing', 'Admin of Nothing'],
  ])('accepts %s', (entered, stored) => {
    expect(displayName.parse(entered)).toBe(stored)
  })

  test.each([
    ['a\u200Bb', FIELD_TEXTS.displayName.characters],
    ['a\u200Db', FIELD_TEXTS.displayName.characters],
    ['a1\uFE0F', FIELD_TEXTS.displayName.characters],
    ['\u3164\u3164\u3164', FIELD_TEXTS.displayName.characters],
    ['abc\u202Edef', FIELD_TEXTS.displayName.characters],
    ['abc\uD800', FIELD_TEXTS.displayName.characters],
    ['x\u0323\u0323\u0323bc', FIELD_TEXTS.displayName.marks],
    ['bc\u2764\uFE0F\u0323\u0323', FIELD_TEXTS.displayName.marks],
    ['a\u0323\u0323', FIELD_TEXTS.displayName.short],
    ['\u{1F44B}', FIELD_TEXTS.displayName.short],
    [FAMILY, FIELD_TEXTS.displayName.short],
    ['x'.repeat(41), FIELD_TEXTS.displayName.long],
    ['http://x.test', FIELD_TEXTS.displayName.link],
    ['WWW.x.test', FIELD_TEXTS.displayName.link],
    ['Ádmin', FIELD_TEXTS.displayName.reserved],
    ['ＡＤＭＩＮ', FIELD_TEXTS.displayName.reserved],
    ['- Called It -', FIELD_TEXTS.displayName.reserved],
    ['Deleted Fan', FIELD_TEXTS.displayName.reserved],
    ['Suspended Fan', FIELD_TEXTS.displayName.reserved],
  ])('refuses %j', (entered, message) => {
    expect(displayName.safeParse(entered).error?.issues.map((issue) => issue.message)).toEqual([message])
  })
})

test('says that a league needs another name', () => {
  expect(leagueName.safeParse('x').error?.issues.map(({ message }) => message)).toEqual([
    FIELD_TEXTS.leagueName.short,
  ])
})
