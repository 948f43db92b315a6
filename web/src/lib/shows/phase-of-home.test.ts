import type { Show } from '@called-it/shared/contract/shows'
import { openShow, playedShow } from '@called-it/tests/support/web/factories'
import { describe, expect, test } from 'vitest'
import { type HomePhase, phaseOfHome } from './phase-of-home.ts'

/** Locks at 23:30 UTC. */
const DAY = '2026-06-20'
const at = (time: string) => Date.parse(`2026-06-${time}:00Z`)
const onNow = (id: number, phase: Show['phase'], rest: Partial<Show> = {}) =>
  openShow(id, DAY, { is_open: false, phase, ...rest })
const tonight = openShow(1, DAY)
const later = openShow(2, '2026-06-23')
const matinee = openShow(3, DAY, { locks_at: `${DAY}T18:00:00.000Z` })
/** Final at 03:00 by the device's clock. */
const scoredAt = new Date(2026, 5, 20, 3).toISOString()
const lastNight = playedShow(9, '2026-06-19', { scored_at: scoredAt })
const hour = (time: number) => new Date(2026, 5, 20, time).getTime()

type World = Partial<Omit<Parameters<typeof phaseOfHome>[0], 'picked'>> & { picked?: number[] }

function phaseOf({ picked = [], ...world }: World): [HomePhase['name'], number | null] {
  const nothing = { isVisitor: false, tonight: [], upcoming: [], recent: [], now: at('20T12:00') }
  const { name, show } = phaseOfHome({ ...nothing, ...world, picked: new Set(picked) })
  return [name, show?.id ?? null]
}

describe('phase of home', () => {
  test.each([
    ['a fan without picks is picking', { upcoming: [tonight, later] }, 'picking', 1],
    ['a fan with picks has picked', { upcoming: [tonight, later], picked: [1] }, 'picked', 1],
    ['picks for a later show do not come first', { upcoming: [tonight, later], picked: [2] }, 'picking', 1],
    [
      'of two shows in one evening the earlier lock comes first',
      { upcoming: [tonight, matinee] },
      'picking',
      3,
    ],
    [
      'of two shows in one evening own picks come first',
      { upcoming: [matinee, tonight], picked: [1] },
      'picked',
      1,
    ],
    ['a visitor is welcome', { isVisitor: true, upcoming: [tonight] }, 'welcome', 1],
    ['a visitor is welcome without a show', { isVisitor: true }, 'welcome', null],
    ['without a show there is nothing', {}, 'nothing', null],
    ['a locked show is a lobby', { tonight: [onNow(4, 'locked')], now: at('20T23:40') }, 'lobby', 4],
    ['a show that closes now is a lobby', { upcoming: [tonight], now: at('20T23:31') }, 'lobby', 1],
    [
      'a visitor sees the lobby',
      { isVisitor: true, tonight: [onNow(4, 'locked')], now: at('20T23:40') },
      'lobby',
      4,
    ],
    ['the first song makes it live', { tonight: [onNow(4, 'live')], now: at('21T00:10') }, 'live', 4],
    ['ended and not final is live', { tonight: [onNow(4, 'ended')], now: at('21T03:00') }, 'live', 4],
    [
      'live comes before a lobby',
      { tonight: [onNow(4, 'locked'), onNow(5, 'live')], picked: [4], now: at('21T00:10') },
      'live',
      5,
    ],
    [
      'of two live shows own picks come first',
      { tonight: [onNow(4, 'live'), onNow(5, 'live')], picked: [5], now: at('21T00:10') },
      'live',
      5,
    ],
    ['a live show ends with tonight', { tonight: [onNow(4, 'live')], now: at('21T12:00') }, 'nothing', null],
    [
      'a cancelled show has no phase',
      { tonight: [onNow(4, 'cancelled', { is_cancelled: true })], now: at('21T00:10') },
      'nothing',
      null,
    ],
    ['the morning begins with the final', { recent: [lastNight], now: hour(3) }, 'morning', 9],
    ['the morning lasts until noon', { recent: [lastNight], now: hour(12) - 1 }, 'morning', 9],
    ['the morning ends at noon', { recent: [lastNight], now: hour(12) }, 'nothing', null],
    [
      'the morning comes before a show of another day',
      { recent: [lastNight], upcoming: [later], now: hour(9) },
      'morning',
      9,
    ],
    [
      'a lock within six hours comes before the morning',
      {
        recent: [lastNight],
        upcoming: [openShow(6, DAY, { locks_at: new Date(hour(15)).toISOString() })],
        now: hour(9),
      },
      'picking',
      6,
    ],
    [
      'of two mornings own picks come first',
      {
        recent: [playedShow(8, '2026-06-19', { scored_at: scoredAt }), lastNight],
        picked: [9],
        now: hour(9),
      },
      'morning',
      9,
    ],
    [
      'a correction of an old show is no morning',
      { recent: [playedShow(8, '2026-05-19', { scored_at: scoredAt })], now: hour(9) },
      'nothing',
      null,
    ],
    ['a visitor has no morning', { isVisitor: true, recent: [lastNight], now: hour(9) }, 'welcome', null],
  ] satisfies [string, World, HomePhase['name'], number | null][])(
    'decides that %s',
    (_, world, name, showId) => {
      expect(phaseOf(world)).toEqual([name, showId])
    },
  )
})
