import { z } from 'zod'
import type { ShowPhase } from '../game/calendar.ts'
import { show } from './shows.ts'

/** During an update gateways of releases 0.3.0 to 0.5.0 still publish shows without these fields. */
export const showOfAnyRelease = z.preprocess((given) => {
  if (typeof given !== 'object' || given === null || !('closes_at' in given)) return given
  const unknown = { time_zone: null, starts_local: null, starts_at: null, utc_offset: null, notice: null }
  const phase = phaseOfEarlierRelease(given)
  return {
    ...unknown,
    is_cancelled: false,
    time_source: 'default',
    phase,
    overlay: 'closed',
    ...given,
    locks_at: given.closes_at,
  }
}, show)

function phaseOfEarlierRelease(given: object): ShowPhase {
  const has = (field: string) => new Map(Object.entries(given)).get(field) === true
  if (has('is_cancelled')) return 'cancelled'
  if (has('is_scored')) return 'final'
  return has('is_open') ? 'open' : 'locked'
}
