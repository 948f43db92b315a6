import type { Database } from '@called-it/infra/postgres/client'
import {
  type AnnouncedResult,
  getCorrectionSource,
  listAnnouncedResults,
  listResults,
  nameChangedSongs,
} from '@called-it/infra/postgres/queries/notifications/results'
import type { Prediction } from '@called-it/infra/postgres/queries/predictions/predictions'
import type { OwnCorrection } from '@called-it/shared/contract/corrections'
import { compareResults, explainPoints, type Result } from '@called-it/shared/game/corrections'
import { scorePrediction } from '@called-it/shared/game/scoring'
import type { Picks } from '@called-it/shared/game/setlist'

type Step = { announced: AnnouncedResult; result: Result }

/** The corrections that changed a prediction's total, newest first; also those without notifications yet. */
export async function readOwnCorrections(
  db: Database,
  { show_id, picks }: Prediction,
): Promise<OwnCorrection[]> {
  const announced = await listAnnouncedResults(db, show_id)
  // So it is with most shows, and all players ask at once when the first scores are there.
  if (announced.length < 2) return []
  const steps = await listResults(db, announced)
  const corrections = await Promise.all(
    steps.slice(1).map(async (after, index) => {
      const before = steps[index]
      return before ? readOwnCorrection(db, picks, before, after) : null
    }),
  )
  return corrections.filter((correction) => correction !== null).toReversed()
}

async function readOwnCorrection(
  db: Database,
  picks: Picks,
  before: Step,
  after: Step,
): Promise<OwnCorrection | null> {
  const totalOf = ({ actual, merged, points }: Result) =>
    scorePrediction(picks, actual, merged, null, points).total
  const totals = { before: totalOf(before.result), after: totalOf(after.result) }
  if (totals.before === totals.after) return null
  const parts = explainPoints(picks, before.result, after.result)
  const songs = await nameChangedSongs(db, compareResults(before.result, after.result))
  return {
    at: after.announced.createdAt.toISOString(),
    source: await getCorrectionSource(db, before.announced, after.announced),
    ...totals,
    songs: parts.flatMap((part) =>
      songs
        .filter(({ id }) => id === part.songId)
        .map((song) => ({ ...song, pointsBefore: part.before, pointsAfter: part.after })),
    ),
  }
}
