import type { ShowPhase } from '../calendar.ts'
import type { Hit } from '../scoring.ts'

export type PointsState = 'provisional' | 'confirmed' | 'final'

/** How sure the points of a hit are, as in docs/rules.md ("Live points"). */
export function pointsState({ isProvisional }: Pick<Hit, 'isProvisional'>, phase: ShowPhase): PointsState {
  if (phase === 'final') return 'final'
  return isProvisional ? 'provisional' : 'confirmed'
}
