/** When fans without picks are reminded of a show; docs/rules.md ("Reminders") has the rules. */
import { instantOfLocal, isTimeZone, utcOffsetMinutes } from './time-zones.ts'

const MINUTE_IN_MS = 60_000
const HOUR_IN_MS = 60 * MINUTE_IN_MS
const DAY_IN_MS = 24 * HOUR_IN_MS

const EVENING = '18:00'
const BEFORE_LOCK_MS = 2 * HOUR_IN_MS

/** What no worker sent in time is sent so much later, and not after that. */
const MAX_DELAY_MS = 30 * MINUTE_IN_MS

/** A reminder comes less than two days before the lock; quiet hours only make it later. */
export const REMINDED_BEFORE_LOCK_MS = 3 * DAY_IN_MS

export type ReminderKind = 'evening-before' | 'before-lock'
export type RemindedShow = { readonly id: number; readonly locksAt: Date; readonly timeZone: string | null }
/** Hours of the day. Equal: none are quiet. */
export type QuietHours = { readonly quietFrom: number; readonly quietUntil: number }
export type ReminderHours = QuietHours & {
  /** Null: unknown. */
  readonly timeZone: string | null
}
export type Reminder = {
  readonly showId: number
  readonly kind: ReminderKind
  readonly at: Date
  /** In the zone of the fan, `YYYY-MM-DD`. */
  readonly day: string
  /** Shows whose reminder of this day comes instead, for fans without picks of one of them. */
  readonly yieldsTo: readonly number[]
}
type Candidate = Omit<Reminder, 'yieldsTo'> & { readonly locksAt: Date; readonly zone: string }

/** All that fans with these hours may get, by time. */
export function remindersOf(shows: readonly RemindedShow[], hours: ReminderHours): Reminder[] {
  return rank(shows, hours).sort((a, b) => a.at.getTime() - b.at.getTime())
}

/** Those to send now. Never in quiet hours or on another day, even if it is late. */
export function dueReminders(shows: readonly RemindedShow[], hours: ReminderHours, now: Date): Reminder[] {
  return rank(shows, hours).filter(({ at, locksAt, zone, day }) => {
    const local = localTime(now, zone)
    const end = Math.min(at.getTime() + MAX_DELAY_MS, locksAt.getTime())
    return at <= now && now.getTime() < end && local.day === day && !isQuiet(local.hour, hours)
  })
}

/** The reminders of a fan with picks of these shows. */
export function remindersWithout(reminders: readonly Reminder[], picked: ReadonlySet<number>): Reminder[] {
  return reminders.filter(
    ({ showId, yieldsTo }) => !picked.has(showId) && yieldsTo.every((other) => picked.has(other)),
  )
}

function rank(shows: readonly RemindedShow[], hours: ReminderHours): (Candidate & Reminder)[] {
  const ranked = shows
    .flatMap((show) => candidatesOf(show, hours))
    .sort(
      (a, b) =>
        Number(a.kind === 'evening-before') - Number(b.kind === 'evening-before') ||
        a.locksAt.getTime() - b.locksAt.getTime() ||
        a.showId - b.showId,
    )
  return ranked.map((candidate, index) => ({
    ...candidate,
    yieldsTo: ranked
      .slice(0, index)
      .filter(({ day, showId }) => day === candidate.day && showId !== candidate.showId)
      .map(({ showId }) => showId),
  }))
}

/** Where both reminders of a show fall on one day, only that before the lock counts. */
function candidatesOf({ id: showId, locksAt, timeZone }: RemindedShow, hours: ReminderHours): Candidate[] {
  const zone = [hours.timeZone, timeZone].find((name) => name !== null && isTimeZone(name)) ?? 'UTC'
  const dayBefore = shiftDay(localTime(locksAt, zone).day, -1)
  const candidate = (kind: ReminderKind, wanted: Date): Candidate => {
    const at = afterQuietHours(wanted, zone, hours)
    return { showId, kind, at, day: localTime(at, zone).day, locksAt, zone }
  }
  const evening = candidate('evening-before', instantOfLocal(dayBefore, EVENING, zone))
  const last = candidate('before-lock', new Date(locksAt.getTime() - BEFORE_LOCK_MS))
  const inTime = [evening, last].filter(({ at }) => at < locksAt)
  return inTime.length === 2 && evening.day === last.day ? [last] : inTime
}

/** The instant itself, or the end of the quiet hours that it is in. */
export function afterQuietHours(instant: Date, zone: string, hours: QuietHours): Date {
  const { day, hour } = localTime(instant, zone)
  if (!isQuiet(hour, hours)) return instant
  const endsOn = hour < hours.quietUntil ? day : shiftDay(day, 1)
  const end = instantOfLocal(endsOn, `${String(hours.quietUntil).padStart(2, '0')}:00`, zone)
  // The only hour that is not quiet may be the one that a change of the clocks skips.
  return afterQuietHours(end, zone, hours)
}

function isQuiet(hour: number, { quietFrom, quietUntil }: QuietHours): boolean {
  return quietFrom <= quietUntil
    ? quietFrom <= hour && hour < quietUntil
    : quietFrom <= hour || hour < quietUntil
}

function localTime(instant: Date, zone: string): { day: string; hour: number } {
  const local = new Date(instant.getTime() + utcOffsetMinutes(zone, instant) * MINUTE_IN_MS).toISOString()
  return { day: local.slice(0, 10), hour: Number(local.slice(11, 13)) }
}

function shiftDay(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_IN_MS).toISOString().slice(0, 10)
}
