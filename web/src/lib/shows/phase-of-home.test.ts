import type { Show } from '@called-it/shared/contract/shows'
import { openShow, playedShow } from '@called-it/tests/support/web/factories'
import { describe, expect, test } from 'vitest'
import { phaseOfHome } from './phase-of-home.ts'

/** Locks at 23:30 UTC. */
const DAY = '2026-06-20'
const at = (time: string) => Date.parse(`2026-06-${time}:00Z`)
const onNow = (id: number, phase: Show['phase'], rest: Partial<Show> = {}) =>
  openShow(id, DAY, { is_open: false, phase, ...rest })
const tonight = openShow(1, DAY)
const later = openShow(2, '2026-06-23')
const EARLIER = { locks_at: `${DAY}T18:00:00.000Z` }
const matinee = openShow(3, DAY, EARLIER)
const CANCELLED = { is_cancelled: true, is_open: false, phase: 'cancelled' } as const
/** Final at 03:00 by the device's clock. */
const scoredAt = new Date(2026, 5, 20, 3).toISOString()
const lastNight = playedShow(9, '2026-06-19', { scored_at: scoredAt })
const hour = (time: number) => new Date(2026, 5, 20, time).getTime()
const lockAt = (instant: number) => openShow(6, DAY, { locks_at: new Date(instant).toISOString() })

type World = Partial<Pick<Parameters<typeof phaseOfHome>[0], 'tonight' | 'upcoming' | 'recent' | 'now'>>

function phasesIn(world: World, picks: readonly number[]): string[] {
  const nothing = { tonight: [], upcoming: [], recent: [], now: at('20T12:00') }
  const phaseFor = (isVisitor: boolean, picked: readonly number[]) => {
    const { name, show } = phaseOfHome({ ...nothing, ...world, isVisitor, picked: new Set(picked) })
    return show ? `${name} ${show.id}` : name
  }
  return [phaseFor(true, []), phaseFor(false, []), phaseFor(false, picks)]
}

/** For a visitor, a fan without picks, and a fan with picks for the shows listed; the width of the screen is no part. */
type Row = [
  what: string,
  world: World,
  picks: readonly number[],
  visitor: string,
  without: string,
  withPicks: string,
]

const open: Row[] = [
  ['an open show', { upcoming: [tonight, later] }, [1], 'welcome 1', 'picking 1', 'picked 1'],
  ['picks for a later show', { upcoming: [tonight, later] }, [2], 'welcome 1', 'picking 1', 'picking 1'],
  ['two open shows', { upcoming: [tonight, matinee] }, [1], 'welcome 3', 'picking 3', 'picked 1'],
  ['two open shows in order', { upcoming: [matinee, tonight] }, [3], 'welcome 3', 'picking 3', 'picked 3'],
  [
    'a cancelled open show',
    { upcoming: [openShow(1, DAY, CANCELLED), later] },
    [1],
    'welcome 2',
    'picking 2',
    'picking 2',
  ],
  ['no show', {}, [9], 'welcome', 'nothing', 'nothing'],
]

const lobby: Row[] = [
  ['a locked show', { tonight: [onNow(4, 'locked')], now: at('20T23:40') }, [4], ...same('lobby 4')],
  ['a lock that has just come', { upcoming: [tonight], now: at('20T23:31') }, [1], ...same('lobby 1')],
  [
    'two locked shows',
    { tonight: [onNow(4, 'locked'), onNow(3, 'locked', EARLIER)], now: at('20T23:40') },
    [4],
    'lobby 3',
    'lobby 3',
    'lobby 4',
  ],
  [
    'a locked show before an open one',
    { tonight: [onNow(3, 'locked', EARLIER)], upcoming: [tonight], now: at('20T18:10') },
    [1],
    ...same('lobby 3'),
  ],
]

const live: Row[] = [
  ['a first song', { tonight: [onNow(4, 'live')], now: at('21T00:10') }, [4], ...same('live 4')],
  ['an ended show', { tonight: [onNow(4, 'ended')], now: at('21T03:00') }, [4], ...same('live 4')],
  [
    'an ended show before an open one',
    { tonight: [onNow(3, 'ended', EARLIER)], upcoming: [tonight], now: at('20T22:00') },
    [1],
    ...same('live 3'),
  ],
  [
    'a live show beside a lobby',
    { tonight: [onNow(4, 'locked'), onNow(5, 'live')], now: at('21T00:10') },
    [4],
    ...same('live 5'),
  ],
  [
    'two live shows',
    { tonight: [onNow(4, 'live'), onNow(5, 'live')], now: at('21T00:10') },
    [5],
    'live 4',
    'live 4',
    'live 5',
  ],
  [
    'a live show and an ended one',
    { tonight: [onNow(4, 'live'), onNow(3, 'ended', EARLIER)], now: at('21T00:10') },
    [4],
    'live 3',
    'live 3',
    'live 4',
  ],
  [
    'a live show after its night',
    { tonight: [onNow(4, 'live')], now: at('21T12:00') },
    [4],
    'welcome',
    'nothing',
    'nothing',
  ],
  [
    'a cancelled show',
    { tonight: [onNow(4, 'cancelled', CANCELLED)], now: at('21T00:10') },
    [4],
    'welcome',
    'nothing',
    'nothing',
  ],
  [
    'a cancelled show beside a live one',
    { tonight: [onNow(4, 'cancelled', CANCELLED), onNow(5, 'live')], now: at('21T00:10') },
    [4],
    ...same('live 5'),
  ],
  [
    'a live show in the morning of another',
    { tonight: [onNow(4, 'live')], recent: [lastNight], now: hour(9) },
    [9],
    ...same('live 4'),
  ],
]

const morning: Row[] = [
  ['the final', { recent: [lastNight], now: hour(3) }, [9], ...fans('morning 9')],
  ['the minute before noon', { recent: [lastNight], now: hour(12) - 1 }, [9], ...fans('morning 9')],
  ['noon', { recent: [lastNight], now: hour(12) }, [9], ...fans('nothing')],
  [
    'a final in the afternoon',
    { recent: [playedShow(9, '2026-06-19', { scored_at: new Date(hour(13)).toISOString() })], now: hour(30) },
    [9],
    ...fans('morning 9'),
  ],
  [
    'a morning before another day',
    { recent: [lastNight], upcoming: [later], now: hour(9) },
    [2],
    'welcome 2',
    'morning 9',
    'morning 9',
  ],
  [
    'a lock within six hours',
    { recent: [lastNight], upcoming: [lockAt(hour(15))], now: hour(9) },
    [6],
    'welcome 6',
    'picking 6',
    'picked 6',
  ],
  [
    'a lock in more than six hours',
    { recent: [lastNight], upcoming: [lockAt(hour(15) + 1)], now: hour(9) },
    [6],
    'welcome 6',
    'morning 9',
    'morning 9',
  ],
  [
    'a cancelled show within six hours',
    { recent: [lastNight], upcoming: [{ ...lockAt(hour(15)), ...CANCELLED }], now: hour(9) },
    [6],
    ...fans('morning 9'),
  ],
  [
    'two mornings',
    { recent: [playedShow(8, '2026-06-19', { scored_at: scoredAt }), lastNight], now: hour(9) },
    [9],
    'welcome',
    'morning 8',
    'morning 9',
  ],
  [
    'a correction of an old show',
    { recent: [playedShow(8, '2026-05-19', { scored_at: scoredAt })], now: hour(9) },
    [8],
    ...fans('nothing'),
  ],
  [
    'scores of an unknown time',
    { recent: [playedShow(9, '2026-06-19', { scored_at: null })], now: hour(9) },
    [9],
    ...fans('nothing'),
  ],
]

describe('phase of home', () => {
  test.each([...open, ...lobby, ...live, ...morning])('follows from %s', (_, world, picks, ...phases) => {
    expect(phasesIn(world, picks)).toEqual(phases)
  })
})

function same(phase: string): [string, string, string] {
  return [phase, phase, phase]
}

/** Without a show to pick. */
function fans(phase: string): [string, string, string] {
  return ['welcome', phase, phase]
}
