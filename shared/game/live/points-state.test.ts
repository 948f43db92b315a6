import { expect, test } from 'vitest'
import { pointsState } from './points-state.ts'

test.each([
  [true, 'live', 'provisional'],
  [false, 'live', 'confirmed'],
  [false, 'ended', 'confirmed'],
  [false, 'final', 'final'],
  [true, 'final', 'final'],
] as const)(
  'gives a hit that is provisional (%s) in a %s show the state %s',
  (isProvisional, phase, state) => {
    expect(pointsState({ isProvisional }, phase)).toBe(state)
  },
)
