import { expect, test } from 'vitest'
import { printSetlist } from './setlist-text.ts'

function songs(...sets: readonly (readonly [set: string, ...names: string[]])[]) {
  return sets.flatMap(([set, ...names]) => names.map((name) => ({ set, name, transition: ', ' })))
}

test('a line for each set, under the name that fans use', () => {
  const printed = printSetlist(
    songs(['s', 'A'], ['1', 'B', 'C'], ['2', 'D'], ['3', 'E'], ['e', 'F'], ['e2', 'G', 'H'], ['e3', 'I']),
  )
  expect(printed.split('\n')).toEqual([
    'Soundcheck: A',
    'Set 1: B, C',
    'Set 2: D',
    'Set 3: E',
    'Encore: F',
    'Encore 2: G, H',
    'Encore 3: I',
  ])
})

test('segues stand between the songs of a set, and never at its end', () => {
  const printed = printSetlist([
    { set: '1', name: 'A', transition: ' > ' },
    { set: '1', name: 'B', transition: ' -> ' },
    { set: 'e', name: 'C', transition: ' > ' },
  ])
  expect(printed).toBe('Set 1: A > B\nEncore: C')
})

test('a set that was taken up again gets a line of its own', () => {
  expect(printSetlist(songs(['1', 'A'], ['e', 'B'], ['2', 'C'], ['e', 'D']))).toBe(
    'Set 1: A\nEncore: B\nSet 2: C\nEncore: D',
  )
})

test('nothing is printed of nothing', () => {
  expect(printSetlist([])).toBe('')
})
