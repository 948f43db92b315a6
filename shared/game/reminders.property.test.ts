import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dueReminders, type RemindedShow, remindersOf, remindersWithout } from './reminders.ts'

const ZONES = [
  'America/New_York',
  'America/Havana',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
  'Pacific/Apia',
  'Asia/Kathmandu',
]
const zone = fc.constantFrom(...ZONES)
const hour = fc.integer({ min: 0, max: 23 })
const hours = fc.record({ timeZone: zone, quietFrom: hour, quietUntil: hour })
/** Around the changes of the clocks of 2026 in both halves of the earth. */
const lock = fc
  .tuple(
    fc.constantFrom('2026-03-08', '2026-03-29', '2026-04-05', '2026-10-04', '2026-11-01'),
    fc.nat(5 * 1440),
  )
  .map(([day, minutes]) => new Date(Date.parse(day) + (minutes - 2 * 1440) * 60_000))
const shows = fc
  .array(fc.record({ locksAt: lock, timeZone: fc.option(zone) }), { maxLength: 5 })
  .map((given) => given.map((show, index): RemindedShow => ({ id: index + 1, ...show })))
const picked = fc.uniqueArray(fc.integer({ min: 1, max: 5 })).map((ids) => new Set(ids))

/** By another way than that of the code: parts of the local time, from the runtime. */
function localOf(instant: Date, timeZone: string) {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  const [day = '', time = ''] = format.format(instant).split(' ')
  return { day, hour: Number(time.slice(0, 2)) }
}

const quietHours = (from: number, until: number) => {
  const quiet = new Set<number>()
  for (let at = from; at !== until; at = (at + 1) % 24) quiet.add(at)
  return quiet
}

describe('reminders', () => {
  test('schedules none in quiet hours, whatever clocks change', () => {
    fc.assert(
      fc.property(shows, hours, (all, given) => {
        const quiet = quietHours(given.quietFrom, given.quietUntil)
        for (const { at } of remindersOf(all, given)) {
          expect(quiet).not.toContain(localOf(at, given.timeZone).hour)
        }
      }),
    )
  })

  test('waits a day when the clocks skip the only hour that is not quiet', () => {
    const show = { id: 1, locksAt: new Date('2026-03-30T12:00:00Z'), timeZone: null }
    const [first] = remindersOf([show], { timeZone: 'Europe/Berlin', quietFrom: 3, quietUntil: 2 })
    expect(first?.at).toEqual(new Date('2026-03-30T00:00:00Z'))
  })

  test('schedules none at or after the lock', () => {
    fc.assert(
      fc.property(shows, hours, (all, given) => {
        for (const { at, showId } of remindersOf(all, given)) {
          expect(at < (all[showId - 1]?.locksAt ?? 0)).toBe(true)
        }
      }),
    )
  })

  test('schedules at most one a day of the fan, and none for a picked show', () => {
    fc.assert(
      fc.property(shows, hours, picked, (all, given, ids) => {
        const own = remindersWithout(remindersOf(all, given), ids)
        const days = own.map(({ at }) => localOf(at, given.timeZone).day)
        expect(new Set(days).size).toBe(days.length)
        expect(own.map(({ day }) => day)).toEqual(days)
        expect(own.filter(({ showId }) => ids.has(showId))).toEqual([])
      }),
    )
  })

  test('sends at the time of a reminder, and not half an hour later', () => {
    fc.assert(
      fc.property(shows, hours, (all, given) => {
        for (const { at, showId, kind } of remindersOf(all, given)) {
          const same = (minutes: number) =>
            dueReminders(all, given, new Date(at.getTime() + minutes * 60_000)).some(
              (due) => due.showId === showId && due.kind === kind,
            )
          expect([same(-1), same(0), same(30)]).toEqual([false, true, false])
        }
      }),
    )
  })
})
