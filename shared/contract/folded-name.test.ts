import { expect, test } from 'vitest'
import { containsWord } from './folded-name.ts'

test.each([
  ['Heckler', true],
  ['the H.Ė.C-k', true],
  ['ｈｅｃｋ', true],
  ['h3ck', true],
  ['5i11y', true],
  ['S1L LY', true],
  ['a F00L', true],
  ['Hank', false],
  ['silk', false],
])('finds blocked words in %s: %s', (name, isFound) => {
  expect(containsWord(name, ['heck', 'silly', 'fool'])).toBe(isFound)
})
