import type { Prediction } from '@called-it/shared/contract/predictions'
import type { Show } from '@called-it/shared/contract/shows'
import { choosePredictionToShow } from '@called-it/shared/game/calendar'

/** A prediction with the show that it is for; null where the show's details cannot be had. */
export type Pick = { readonly prediction: Prediction; readonly show: Show | null }

/**
 * The pick that the overlay shows first, as docs/rules.md has it: of today's show, else of the nearest future
 * one, else of the most recent past one, else none. Picks whose date is unknown come after all others.
 *
 * @param today the UTC day, `YYYY-MM-DD`
 */
export function choosePick(picks: readonly Pick[], today: string): Pick | null {
  const dated = picks.flatMap((pick) => (pick.show ? [{ pick, showdate: pick.show.showdate }] : []))
  return choosePredictionToShow(dated, today)?.pick ?? picks[0] ?? null
}
