/** When picks close, and which show is tonight's; docs/rules.md ("When picks close") has the rules. */
import type { OpenSet } from './setlist.ts'
import { instantOfLocal } from './time-zones.ts'

/** `HH:MM` of 24 hours. */
export const LOCAL_TIME = /^([01]\d|2[0-3]):[0-5]\d$/

/**
 * - `open`: takes picks;
 * - `locked`: picks are closed, and no song is known;
 * - `live`: the band plays;
 * - `ended`: the setlist is known, and not scored;
 * - `final`: scored;
 * - `cancelled`.
 */
export const SHOW_PHASES = ['open', 'locked', 'live', 'ended', 'final', 'cancelled'] as const
export type ShowPhase = (typeof SHOW_PHASES)[number]

const HOUR_IN_MS = 3_600_000

/** What closing depends on, as rows and responses have it. */
export type ShowState = {
  /** The day at the venue, `YYYY-MM-DD`; a time after a `T` is ignored. */
  readonly showdate: string
  readonly locks_at: Date | string
  readonly is_scored: boolean
  readonly is_cancelled: boolean
  /** Picks are closed whatever the time: a run is scoring the show, or has scored it before a reset. */
  readonly picks_closed?: boolean
}

/** The times of the band's shows, from its profile. */
export type Schedule = {
  /** `HH:MM` at the venue, for shows without a known start. */
  readonly startsLocal: string
  /** Picks close so long after the start. */
  readonly graceMinutes: number
  /** The band's home, for venues whose zone is unknown. */
  readonly zone: string | null
}

export const DEFAULT_SCHEDULE: Schedule = { startsLocal: '19:30', graceMinutes: 0, zone: null }

export const MAX_GRACE_MINUTES = 30

/** The UTC day of an instant, `YYYY-MM-DD`. */
export function utcDate(now: Date): string {
  return now.toISOString().slice(0, 10)
}

/** When picks close at a venue whose time zone is unknown: before any clock on earth shows the evening of that day. */
export function lockOfUnknownZone(showdate: string): Date {
  return new Date(utcMidnight(showdate) - 14 * HOUR_IN_MS)
}

/** When a show starts, and when its picks close. */
export function timesAtVenue(
  { showdate, timeZone, startsLocal }: { showdate: string; timeZone: string; startsLocal: string },
  graceMinutes: number,
): { startsAt: Date; locksAt: Date } {
  const startsAt = instantOfLocal(showdate.slice(0, 10), startsLocal, timeZone)
  return { startsAt, locksAt: new Date(startsAt.getTime() + graceMinutes * 60_000) }
}

/** Whether a prediction of this show can be saved, edited or reset at this instant. */
export function isOpenForPicks(show: ShowState, now: Date): boolean {
  return !show.is_scored && !show.picks_closed && !show.is_cancelled && now < new Date(show.locks_at)
}

/**
 * Whether everybody may see the picks. A run that closed them before the lock may fail and reopen them, so it does not
 * make them public.
 */
export function arePicksPublic(show: ShowState & { readonly is_held_by_run: boolean }, now: Date): boolean {
  if (show.is_cancelled) return false
  const isClosedForGood = show.picks_closed === true && !show.is_held_by_run
  return show.is_scored || isClosedForGood || now >= new Date(show.locks_at)
}

/** A show is tonight's from its lock until it is scored, at the latest until 12:00 UTC of the day after its date. */
export function isTonight(show: ShowState, now: Date): boolean {
  if (show.is_scored || show.is_cancelled || isOpenForPicks(show, now)) return false
  return now < endOfTonight(show.showdate)
}

/** What a show is at this instant, as in docs/rules.md ("Phases of a show"). */
export function phaseOf(
  show: ShowState & { readonly has_songs: boolean; readonly open_set: OpenSet },
  now: Date,
): ShowPhase {
  if (show.is_cancelled) return 'cancelled'
  if (show.is_scored) return 'final'
  if (isOpenForPicks(show, now)) return 'open'
  if (!show.has_songs) return 'locked'
  return show.open_set !== null && isTonight(show, now) ? 'live' : 'ended'
}

export function endOfTonight(showdate: string): Date {
  return new Date(utcMidnight(showdate) + 36 * HOUR_IN_MS)
}

/**
 * The prediction of a show that is tonight, else of the nearest future one, else of the one whose picks closed last.
 * Where several lock at one instant, the first in the list.
 */
export function choosePredictionToShow<Prediction extends ShowState>(
  predictions: readonly Prediction[],
  now: Date,
): Prediction | null {
  const byLock = predictions
    .filter((show) => !show.is_cancelled)
    .toSorted((one, other) => lockOf(one) - lockOf(other))
  const isFuture = (show: ShowState) => !show.is_scored && lockOf(show) > now.getTime()
  const latest = byLock.findLast((show) => !isFuture(show))
  return (
    byLock.find((show) => isTonight(show, now)) ??
    byLock.find(isFuture) ??
    byLock.find((show) => latest && lockOf(show) === lockOf(latest)) ??
    null
  )
}

function lockOf({ locks_at }: ShowState): number {
  return new Date(locks_at).getTime()
}

function utcMidnight(showdate: string): number {
  return Date.parse(`${showdate.slice(0, 10)}T00:00:00Z`)
}
