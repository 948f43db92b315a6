import type { Prediction } from '@called-it/shared/contract/predictions'
import type { Show } from '@called-it/shared/contract/shows'
import { choosePredictionToShow } from '@called-it/shared/game/calendar'

/** `show` is null where its details failed to load. */
export type Pick = { readonly prediction: Prediction; readonly show: Show | null }

/** The pick of tonight's show, else of the nearest future one, else of the last one. */
export function choosePick(picks: readonly Pick[], now: Date): Pick | null {
  const known = picks.flatMap((pick) => (pick.show ? [{ ...pick.show, pick }] : []))
  return choosePredictionToShow(known, now)?.pick ?? picks[0] ?? null
}
