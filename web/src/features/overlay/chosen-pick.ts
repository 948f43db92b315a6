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

/**
 * The show whose card fills in and whose page is linked: that of the shown pick if it is tonight's and its overlay is
 * live; for any other pick, and without one, the first of tonight's whose overlay is live.
 */
export function liveShowOf(tonight: readonly Show[], pickedShowId: number | null): Show | null {
  const own = tonight.find(({ id }) => id === pickedShowId)
  const candidates = own ? [own] : tonight
  return candidates.find(({ overlay }) => overlay === 'live') ?? null
}
