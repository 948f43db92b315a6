import type { Show } from '@called-it/shared/contract/shows'
import { isTonight } from '@called-it/shared/game/calendar'

/**
 * What home is about, as in docs/rules.md ("Phases of home"): `live` until the show is final, `lobby` from the lock to
 * the first song, `morning` from the final to the fan's next noon. `welcome` is for visitors.
 */
export type HomePhase =
  | { readonly name: 'live' | 'lobby' | 'picking' | 'picked' | 'morning'; readonly show: Show }
  | { readonly name: 'welcome'; readonly show: Show | null }
  | { readonly name: 'nothing'; readonly show: null }

type HomeState = {
  readonly isVisitor: boolean
  /** Tonight's shows, those that take picks, and those that have been played, newest first. */
  readonly tonight: readonly Show[]
  readonly upcoming: readonly Show[]
  readonly recent: readonly Show[]
  /** For which the fan has picks. */
  readonly picked: ReadonlySet<number>
  readonly now: number
}

const SOON_MS = 6 * 3_600_000
/** A correction of an old show is no morning after it. */
const MORNING_WITHIN_MS = 8 * 24 * 3_600_000

/** The first phase that applies; of two shows the one with own picks, then the earlier lock. */
export function phaseOfHome({ isVisitor, tonight, upcoming, recent, picked, now }: HomeState): HomePhase {
  const choose = (shows: readonly Show[]) => shows.toSorted(byPicksAndLock(picked))[0]
  const isOn = tonight.filter((show) => isTonight({ ...show, picks_closed: !show.is_open }, new Date(now)))

  const live = choose(isOn.filter(({ phase }) => phase === 'live' || phase === 'ended'))
  if (live) return { name: 'live', show: live }
  const open = upcoming.filter((show) => show.is_open && lockOf(show) > now)
  const closing = upcoming.filter((show) => show.is_open && lockOf(show) <= now)
  const lobby = choose([...isOn.filter(({ phase }) => phase === 'locked'), ...closing])
  if (lobby) return { name: 'lobby', show: lobby }

  const nearest = open.toSorted((one, other) => lockOf(one) - lockOf(other))[0]
  const next = choose(open.filter(({ showdate }) => showdate === nearest?.showdate)) ?? null
  if (isVisitor) return { name: 'welcome', show: next }
  const morning = choose(recent.filter((show) => isMorningAfter(show, now)))
  if (morning && !(next && lockOf(next) - now <= SOON_MS)) return { name: 'morning', show: morning }
  if (next) return { name: picked.has(next.id) ? 'picked' : 'picking', show: next }
  return { name: 'nothing', show: null }
}

const lockOf = ({ locks_at }: Show) => Date.parse(locks_at)

function byPicksAndLock(picked: ReadonlySet<number>) {
  return (one: Show, other: Show) =>
    Number(picked.has(other.id)) - Number(picked.has(one.id)) ||
    lockOf(one) - lockOf(other) ||
    one.id - other.id
}

function isMorningAfter(show: Show, now: number): boolean {
  if (!show.is_scored || show.scored_at === null || now - lockOf(show) > MORNING_WITHIN_MS) return false
  return now < nextNoon(Date.parse(show.scored_at))
}

/** By the device's clock. */
function nextNoon(instant: number): number {
  const noon = new Date(instant)
  noon.setHours(12, 0, 0, 0)
  if (noon.getTime() <= instant) noon.setDate(noon.getDate() + 1)
  return noon.getTime()
}
