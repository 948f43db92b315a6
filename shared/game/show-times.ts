/** Start, time zone and lock of a show: what follows from its inputs, and what of that replaces the stored ones. */
import { endOfTonight, lockOfUnknownZone, type Schedule, timesAtVenue } from './calendar.ts'

const DAY_IN_MS = 86_400_000

/** Who set the start or the lock. `default`: the band's usual start. `unknown`: no time zone, so picks close early. */
export const TIME_SOURCES = ['admin', 'site', 'default', 'unknown'] as const

/**
 * - `lock-moved`: a new date, place or start, or an admin, moved the lock;
 * - `lock-kept`: by the venue's clock picks would have closed already, so they close when announced;
 * - `locked-early`: an admin closed the picks;
 * - `first-song`: the band began before the lock;
 * - `reopened`: an admin reopened the picks;
 * - `cancelled`.
 */
export const NOTICE_KINDS = [
  'lock-moved',
  'lock-kept',
  'locked-early',
  'first-song',
  'reopened',
  'cancelled',
] as const

type Notice = {
  kind: (typeof NOTICE_KINDS)[number]
  /** ISO 8601, like `from`, the lock before. */
  at: string
  reason: string | null
  from: string | null
}

export type ShowInputs = {
  /** `YYYY-MM-DD` */
  showdate: string
  listedTimes: { readonly startsLocal: string | null; readonly locksAt: string | null } | null
  setStartsLocal: string | null
  setLocksAt: Date | null
  /** Only of the first of several shows on one day at a venue. */
  earlyStartsLocal: string | null
}

export type ShowTimes = {
  timeZone: string | null
  zoneNeedsCheck: boolean
  startsLocal: string | null
  startsAt: Date | null
  timeSource: (typeof TIME_SOURCES)[number]
  locksAt: Date
}

export function deriveTimes(
  show: ShowInputs,
  zone: { timeZone: string | null; needsCheck: boolean },
  schedule: Schedule,
): ShowTimes {
  const { showdate, setStartsLocal, setLocksAt } = show
  const listedStart = show.listedTimes?.startsLocal ?? null
  const listedLock = show.listedTimes?.locksAt ?? null
  const lock = setLocksAt ?? (listedLock === null ? null : new Date(listedLock))
  const { timeZone, needsCheck: zoneNeedsCheck } = zone
  if (timeZone === null) {
    const ofLock = listedLock === null ? 'unknown' : 'site'
    return {
      timeZone,
      zoneNeedsCheck,
      startsLocal: null,
      startsAt: null,
      timeSource: setLocksAt === null ? ofLock : 'admin',
      locksAt: lock ?? lockOfUnknownZone(showdate),
    }
  }
  const setStart = setStartsLocal ?? (listedStart === null ? show.earlyStartsLocal : null)
  const startsLocal = setStart ?? listedStart ?? schedule.startsLocal
  const { startsAt, locksAt } = timesAtVenue({ showdate, timeZone, startsLocal }, schedule.graceMinutes)
  const isListed = listedStart !== null || listedLock !== null
  const timeSource = setLocksAt !== null || setStart !== null ? 'admin' : isListed ? 'site' : 'default'
  // The start that an admin sets moves the picks, whatever lock is listed.
  const fixedLock = setStartsLocal === null ? lock : setLocksAt
  return { timeZone, zoneNeedsCheck, startsLocal, startsAt, timeSource, locksAt: fixedLock ?? locksAt }
}

/** Null `locksAt`: the show is new. */
export type StoredTimes = Omit<ShowTimes, 'locksAt'> & {
  showdate: string
  locksAt: Date | null
  setLocksAt: Date | null
  picksClosed: boolean
  isCancelled: boolean
  cancelReason: string | null
  notice: Notice | null
}

export type SettledTimes = ShowTimes & {
  notice: Notice | null
  /**
   * - `moved`: an open show has another lock;
   * - `kept`: it keeps its lock although the derived one has passed;
   * - `new`: it had no lock.
   */
  outcome: 'new' | 'moved' | 'kept' | 'same'
}

/** A lock that has passed stays, with its times. A cancelled show says so until its night is over. */
export function settleTimes(stored: StoredTimes, derived: ShowTimes, now: Date): SettledTimes {
  const { locksAt: before } = stored
  const notice = noticeOfCancellation(stored, now)
  if (before === null) return { ...derived, notice, outcome: 'new' }
  if (before <= now) {
    const times = stored.timeZone === null ? derived : stored
    return { ...pickTimes(times), locksAt: before, notice, outcome: 'same' }
  }
  if (derived.locksAt.getTime() === before.getTime()) return { ...derived, notice, outcome: 'same' }
  const isOpen = !stored.isCancelled && !stored.picksClosed
  const isSoon = before.getTime() - now.getTime() < DAY_IN_MS
  if (derived.locksAt <= now && isSoon && stored.setLocksAt === null) {
    const kept = { ...derived, locksAt: before }
    const from = derived.locksAt.toISOString()
    if (!isOpen || (notice?.kind === 'lock-kept' && notice.from === from)) {
      return { ...kept, notice, outcome: 'same' }
    }
    return { ...kept, notice: newNotice('lock-kept', now, { from }), outcome: 'kept' }
  }
  if (!isOpen) return { ...derived, notice, outcome: 'same' }
  const moved = newNotice('lock-moved', now, { from: before.toISOString() })
  return { ...derived, notice: moved, outcome: 'moved' }
}

function pickTimes(times: Omit<ShowTimes, 'locksAt'>): Omit<ShowTimes, 'locksAt'> {
  const { timeZone, zoneNeedsCheck, startsLocal, startsAt, timeSource } = times
  return { timeZone, zoneNeedsCheck, startsLocal, startsAt, timeSource }
}

function noticeOfCancellation(stored: StoredTimes, now: Date): Notice | null {
  const isAnnounced = stored.notice?.kind === 'cancelled'
  if (!stored.isCancelled) return isAnnounced ? null : stored.notice
  if (isAnnounced || now >= endOfTonight(stored.showdate)) return stored.notice
  return newNotice('cancelled', now, { reason: stored.cancelReason })
}

function newNotice(kind: Notice['kind'], now: Date, given: Partial<Notice>): Notice {
  return { kind, at: now.toISOString(), reason: null, from: null, ...given }
}
