import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ShowNotice } from '../contract/shows.ts'
import { deriveTimes, type ShowInputs, type ShowTimes, type StoredTimes, settleTimes } from './show-times.ts'

const UNKNOWN_TIMES = { startsLocal: null, locksAt: null }
const at = (instant: string) => new Date(instant)
const schedule = { startsLocal: '20:00', graceMinutes: 10, zone: null }
const newYork = { timeZone: 'America/New_York', needsCheck: false }
const unknown = { timeZone: null, needsCheck: false }
const listed = (times: Partial<ShowInputs['listedTimes']>) => ({
  listedTimes: { ...UNKNOWN_TIMES, ...times },
})

const inputs: ShowInputs = {
  showdate: '2025-06-20',
  listedTimes: null,
  setStartsLocal: null,
  setLocksAt: null,
  earlyStartsLocal: null,
}

describe('deriveTimes', () => {
  const listedStart = { ...UNKNOWN_TIMES, startsLocal: '19:00' }
  const listedLock = { ...UNKNOWN_TIMES, locksAt: '2025-06-20T22:00:00Z' }
  test.each<[string, Partial<ShowInputs>, string | null, string, string]>([
    ['the default', {}, '20:00', '2025-06-21T00:10:00Z', 'default'],
    ['an early start', { earlyStartsLocal: '14:00' }, '14:00', '2025-06-20T18:10:00Z', 'admin'],
    ['a listed start', { listedTimes: listedStart }, '19:00', '2025-06-20T23:10:00Z', 'site'],
    [
      'a listed start over an early one',
      { listedTimes: listedStart, earlyStartsLocal: '14:00' },
      '19:00',
      '2025-06-20T23:10:00Z',
      'site',
    ],
    [
      'the set start over a listed one',
      { listedTimes: listedStart, setStartsLocal: '18:00' },
      '18:00',
      '2025-06-20T22:10:00Z',
      'admin',
    ],
    ['a listed lock without grace', { listedTimes: listedLock }, '20:00', '2025-06-20T22:00:00Z', 'site'],
    [
      'the set start over a listed lock',
      { listedTimes: listedLock, setStartsLocal: '18:30' },
      '18:30',
      '2025-06-20T22:40:00Z',
      'admin',
    ],
    [
      'the set lock over all others',
      { listedTimes: { ...listedLock, startsLocal: '19:00' }, setLocksAt: at('2025-06-01T10:00:00Z') },
      '19:00',
      '2025-06-01T10:00:00Z',
      'admin',
    ],
  ])('takes %s', (_title, given, startsLocal, locksAt, timeSource) => {
    const times = deriveTimes({ ...inputs, ...given }, newYork, schedule)
    expect(times).toMatchObject({ startsLocal, timeSource, timeZone: 'America/New_York' })
    expect(times.locksAt).toEqual(at(locksAt))
  })

  test.each<[string, Partial<ShowInputs>, string, string]>([
    [
      'no lock',
      { setStartsLocal: '18:00', ...listed({ startsLocal: '19:00' }) },
      '2025-06-19T10:00:00Z',
      'unknown',
    ],
    ['a listed lock', listed({ locksAt: '2025-06-20T22:00:00Z' }), '2025-06-20T22:00:00Z', 'site'],
    ['a set lock', { setLocksAt: at('2025-06-20T21:00:00Z') }, '2025-06-20T21:00:00Z', 'admin'],
  ])('has no start in an unknown zone with %s', (_title, given, locksAt, timeSource) => {
    expect(deriveTimes({ ...inputs, ...given }, unknown, schedule)).toEqual({
      timeZone: null,
      zoneNeedsCheck: false,
      startsLocal: null,
      startsAt: null,
      timeSource,
      locksAt: at(locksAt),
    })
  })
})

describe('settleTimes', () => {
  const now = at('2025-06-20T12:00:00Z')
  const stored: StoredTimes = {
    showdate: '2025-06-20',
    timeZone: 'America/New_York',
    zoneNeedsCheck: false,
    startsLocal: '20:00',
    startsAt: at('2025-06-21T00:00:00Z'),
    timeSource: 'default',
    locksAt: at('2025-06-21T00:00:00Z'),
    setLocksAt: null,
    picksClosed: false,
    isCancelled: false,
    cancelReason: null,
    notice: null,
  }
  const lockingAt = (instant: string): ShowTimes => ({
    timeZone: 'Europe/Paris',
    zoneNeedsCheck: true,
    startsLocal: '19:00',
    startsAt: at(instant),
    timeSource: 'site',
    locksAt: at(instant),
  })
  const later = lockingAt('2025-06-22T00:00:00Z')
  const passed = lockingAt('2025-06-20T11:00:00Z')
  const moved: ShowNotice = {
    kind: 'lock-moved',
    at: '2025-06-20T12:00:00.000Z',
    reason: null,
    from: '2025-06-21T00:00:00.000Z',
  }

  test('takes the derived times of a new show, even passed ones, without a notice', () => {
    expect(settleTimes({ ...stored, locksAt: null }, passed, now)).toEqual({
      ...passed,
      notice: null,
      outcome: 'new',
    })
  })

  test('moves the lock of an open show and announces it', () => {
    expect(settleTimes(stored, later, now)).toEqual({ ...later, notice: moved, outcome: 'moved' })
  })

  test.each([{ isCancelled: true, showdate: '2025-06-01' }, { picksClosed: true }])(
    'moves the lock of a show that is not open silently (%o)',
    (given) => {
      const settled = settleTimes({ ...stored, ...given }, later, now)
      expect(settled).toEqual({ ...later, notice: null, outcome: 'same' })
    },
  )

  test('leaves a passed lock with its times', () => {
    const locksAt = at('2025-06-20T12:00:00Z')
    const { startsLocal, timeZone } = stored
    expect(settleTimes({ ...stored, locksAt }, later, now)).toMatchObject({ locksAt, startsLocal, timeZone })
  })

  test('fills the zone and the start of a past show without a zone', () => {
    const locksAt = at('2025-06-20T12:00:00Z')
    expect(settleTimes({ ...stored, timeZone: null, locksAt }, later, now)).toEqual({
      ...later,
      locksAt,
      notice: null,
      outcome: 'same',
    })
  })

  test('keeps a lock less than a day away where the derived one has passed', () => {
    const settled = settleTimes(stored, passed, now)
    const notice = { ...moved, kind: 'lock-kept', from: '2025-06-20T11:00:00.000Z' }
    expect(settled).toEqual({ ...passed, locksAt: stored.locksAt, notice, outcome: 'kept' })
    const again = settleTimes({ ...stored, ...settled }, passed, at('2025-06-20T13:00:00Z'))
    expect(again).toEqual({ ...settled, outcome: 'same' })
  })

  test('closes picks at once where the stored lock is a day away or an admin’s', () => {
    const locksAt = at('2025-06-21T12:00:00Z')
    expect(settleTimes({ ...stored, locksAt }, passed, now)).toMatchObject({ ...passed, outcome: 'moved' })
    const byAdmin = settleTimes({ ...stored, setLocksAt: passed.locksAt }, passed, now)
    expect(byAdmin).toMatchObject({ ...passed, outcome: 'moved' })
  })

  test('announces a cancellation once, takes it back, and is silent after the night', () => {
    const cancelled = { ...stored, isCancelled: true, cancelReason: 'Flood' }
    const { notice } = settleTimes(cancelled, later, now)
    expect(notice).toMatchObject({ kind: 'cancelled', reason: 'Flood' })
    expect(settleTimes({ ...cancelled, notice, cancelReason: null }, later, now).notice).toBe(notice)
    expect(settleTimes({ ...stored, notice }, lockingAt('2025-06-21T00:00:00Z'), now).notice).toBeNull()
    expect(settleTimes(cancelled, later, at('2025-06-21T12:00:00Z')).notice).toBeNull()
  })

  test('changes nothing when it settles again', () => {
    const instant = fc.date({ min: at('2025-06-01'), max: at('2025-07-10'), noInvalidDate: true })
    const show = fc.record({
      locksAt: fc.option(instant),
      derived: instant,
      isCancelled: fc.boolean(),
      picksClosed: fc.boolean(),
      timeZone: fc.option(fc.constant('America/New_York')),
    })
    fc.assert(
      fc.property(show, ({ derived, ...given }) => {
        const before = { ...stored, ...given }
        const times = { ...later, locksAt: derived }
        const once = settleTimes(before, times, now)
        expect(settleTimes({ ...before, ...once }, times, now)).toEqual({ ...once, outcome: 'same' })
      }),
    )
  })
})
