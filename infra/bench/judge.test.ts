import { expect, test } from 'vitest'
import goals from './goals.json' with { type: 'json' }
import { judge } from './judge.ts'

const higher = { what: 'rows', better: 'higher', gate: 0.6, stretch: 0.8 }
const lower = { what: 'seconds', better: 'lower', gate: 3, stretch: 1 }
const known = new Map([
  ['up', higher],
  ['down', lower],
])
const verdictOf = (goal: string, value: number) => judge({ [goal]: value }, known)[0]?.verdict

test('what must be high is missed below the gate, and what must be low above it', () => {
  expect([0.59, 0.6, 0.79, 0.8].map((value) => verdictOf('up', value))).toEqual([
    'missed',
    'gate',
    'gate',
    'stretch',
  ])
  expect([3.1, 3, 1.1, 1].map((value) => verdictOf('down', value))).toEqual([
    'missed',
    'gate',
    'gate',
    'stretch',
  ])
  expect(verdictOf('up', Number.NaN)).toBe('missed')
  expect(() => judge({ unheard: 1 }, known)).toThrow('unheard')
})

test('a stretch is never easier than its gate', () => {
  for (const [name, { better, gate, stretch }] of Object.entries(goals)) {
    expect([name, ['higher', 'lower']]).toEqual([name, expect.arrayContaining([better])])
    expect([name, better === 'higher' ? stretch >= gate : stretch <= gate]).toEqual([name, true])
  }
})
