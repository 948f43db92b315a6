import { expect, test } from 'vitest'
import { printSetlist } from './setlist-text.ts'

function songs(...sets: readonly (readonly [set: string, ...names: string[]])[]) {
  return sets.flatMap(([set, ...names]) => names.map((name) => ({ set, name, transition: ', ' })))
}

test('prints one line per set with the name that fans use', () => {
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

test('prints segues between the songs of a set, never at its end', () => {
  const printed = printSetlist([
    { set: '1', name: 'A', transition: ' > ' },
    { set: '1', name: 'B', transition: ' -> ' },
    { set: 'e', name: 'C', transition: ' > ' },
  ])
  expect(printed).toBe('Set 1: A > B\nEncore: C')
})

test('prints a set that is resumed on a line of its own', () => {
  expect(printSetlist(songs(['1', 'A'], ['e', 'B'], ['2', 'C'], ['e', 'D']))).toBe(
    'Set 1: A\nEncore: B\nSet 2: C\nEncore: D',
  )
})
