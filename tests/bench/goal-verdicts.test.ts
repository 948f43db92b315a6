import { describe, expect, test } from 'vitest'
import { compareWithGoals } from './goal-verdicts.ts'
import goals from './goals.json' with { type: 'json' }

const known = new Map([
  ['rows', { what: 'rows', better: 'higher', gate: 0.6, stretch: 0.8 }],
  ['seconds', { what: 'seconds', better: 'lower', gate: 3, stretch: 1 }],
])
const verdictsOf = (goal: string, values: number[]) =>
  values.map((value) => compareWithGoals({ [goal]: value }, known)[0]?.verdict)

describe('goals', () => {
  test('misses a goal on the wrong side of its gate', () => {
    expect(verdictsOf('rows', [0.59, 0.6, 0.79, 0.8])).toEqual(['missed', 'gate', 'gate', 'stretch'])
    expect(verdictsOf('seconds', [3.1, 3, 1.1, 1])).toEqual(['missed', 'gate', 'gate', 'stretch'])
    expect(verdictsOf('rows', [Number.NaN])).toEqual(['missed'])
  })

  test('rejects a goal that is not in the list', () => {
    expect(() => compareWithGoals({ unknown: 1 }, known)).toThrow('unknown')
  })

  test.each(Object.entries(goals))('never sets a stretch easier than the gate of %s', (_name, goal) => {
    expect(['higher', 'lower']).toContain(goal.better)
    expect(goal.better === 'higher' ? goal.stretch >= goal.gate : goal.stretch <= goal.gate).toBe(true)
  })
})
