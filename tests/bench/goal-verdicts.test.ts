import { describe, expect, test } from 'vitest'
import { compareWithGoals } from './goal-verdicts.ts'

const goals = new Map([
  ['rows', { what: 'rows', gate: 0.6, stretch: 0.8 }],
  ['seconds', { what: 'seconds', gate: 3, stretch: 1 }],
  ['dropped', { what: 'dropped', gate: 0, stretch: 0 }],
])
const verdictsOf = (goal: string, values: number[]) =>
  values.map((value) => compareWithGoals({ [goal]: value }, goals)[0]?.verdict)

describe('goals', () => {
  test('misses a goal on the wrong side of its gate', () => {
    expect(verdictsOf('rows', [0.59, 0.6, 0.79, 0.8])).toEqual(['missed', 'gate', 'gate', 'stretch'])
    expect(verdictsOf('seconds', [3.1, 3, 1.1, 1])).toEqual(['missed', 'gate', 'gate', 'stretch'])
    expect(verdictsOf('dropped', [1, 0])).toEqual(['missed', 'stretch'])
    expect(verdictsOf('rows', [Number.NaN])).toEqual(['missed'])
  })

  test('rejects a goal that is not in the list', () => {
    expect(() => compareWithGoals({ unknown: 1 }, goals)).toThrow('unknown')
  })
})
