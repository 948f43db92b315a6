/** When picks close, and which day it is; docs/rules.md ("When picks close") has the rules. Days are UTC days. */

const DAY_IN_MS = 86_400_000

/** What closing depends on, as rows and responses have it. */
export type ClosingFields = {
  /** `YYYY-MM-DD`; a time after a `T` is ignored. */
  readonly showdate: string
  /** An instant with its zone, where an admin or the source gave one. */
  readonly locks_at: Date | string | null
}

export type ShowState = ClosingFields & {
  readonly is_scored: boolean
  /** Stays true when scores are reset, since the setlist is public, unless `locks_at` is set to a later time. */
  readonly was_scored?: boolean
}

/** The UTC day of an instant, `YYYY-MM-DD`. */
export function utcDate(now: Date): string {
  return now.toISOString().slice(0, 10)
}

function dayOf(showdate: string): string {
  return showdate.slice(0, 10)
}

/** The instant from which a show takes no more picks: its `locks_at`, else the end of its UTC day. */
export function closesAt(show: ClosingFields): Date {
  if (show.locks_at !== null) return new Date(show.locks_at)
  return new Date(Date.parse(`${dayOf(show.showdate)}T00:00:00Z`) + DAY_IN_MS)
}

/** Whether a prediction of this show can be saved, edited or reset at this instant. */
export function isOpenForPicks(show: ShowState, now: Date): boolean {
  return !show.is_scored && !show.was_scored && now < closesAt(show)
}

/**
 * The prediction of today's show, else of the nearest future one, else of the most recent past one. Of several on
 * one day the first in the list.
 */
export function choosePredictionToShow<Prediction extends { readonly showdate: string }>(
  predictions: readonly Prediction[],
  today: string,
): Prediction | null {
  const days = predictions.map(({ showdate }) => dayOf(showdate)).toSorted()
  const day = days.find((candidate) => candidate >= today) ?? days.at(-1)
  return predictions.find(({ showdate }) => dayOf(showdate) === day) ?? null
}
