import type { Prediction } from '@called-it/shared/contract/predictions'
import type { Show } from '@called-it/shared/contract/shows'
import { choosePredictionToShow } from '@called-it/shared/game/calendar'

/** `show` is null where its details failed to load. */
export type Pick = { readonly prediction: Prediction; readonly show: Show | null }

/**
 * The pick that the overlay shows first: today's show, else the nearest future one, else the most recent past one. Picks
 * without a date come last.
 *
 * @param today the UTC day, `YYYY-MM-DD`
 */
export function choosePick(picks: readonly Pick[], today: string): Pick | null {
  const dated = picks.flatMap((pick) => (pick.show ? [{ pick, showdate: pick.show.showdate }] : []))
  return choosePredictionToShow(dated, today)?.pick ?? picks[0] ?? null
}
