import type { Prediction } from '@called-it/shared/contract/predictions'
import type { Show } from '@called-it/shared/contract/shows'
import { choosePredictionToShow } from '@called-it/shared/game/calendar'

/** `show` is null where its details failed to load. */
export type Pick = { readonly prediction: Prediction; readonly show: Show | null }

/** The pick of today's show, else of the nearest future one, else of the last one; `today` is a UTC day. */
export function choosePick(picks: readonly Pick[], today: string): Pick | null {
  const dated = picks.flatMap((pick) => (pick.show ? [{ pick, showdate: pick.show.showdate }] : []))
  return choosePredictionToShow(dated, today)?.pick ?? picks[0] ?? null
}
