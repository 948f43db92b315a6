import { expect, test } from 'vitest'
import { containsWord, skeletonOf } from './name-skeleton.ts'

test.each([
  ['Heckler', true],
  ['the H.Ė.C-k', true],
  ['ｈｅｃｋ', true],
  ['h3ck', true],
  ['5i11y', true],
  ['S1L LY', true],
  ['a F00L', true],
  ['һеϲk', true],
  ['НЕСК', true],
  ['ѕ|||у', true],
  ['𝔣𝟘𝔬𝕝', true],
  ['Hank', false],
  ['silk', false],
])('finds blocked words in %s: %s', (name, isFound) => {
  expect(containsWord(name, ['heck', 'silly', 'fool'])).toBe(isFound)
})

test('finds a blocked word of letters that look like signs in its names alone', () => {
  expect(['Harmless', 'aノノb'].map((name) => containsWord(name, ['ノノ']))).toEqual([false, true])
})

test.each([
  ['admin', 'аdmin'],
  ['admin', 'ΑDМІN'],
  ['admin', 'a\u0337dm|n'],
  ['admin', 'adrnin'],
  ['root', 'r\u043e\u03bft'],
  ['moderator', 'ⓜoderator'],
  ['Called It', 'Cаlled-1t'],
])('reads %s and %s alike', (name, other) => {
  expect(skeletonOf(other)).toBe(skeletonOf(name))
})
