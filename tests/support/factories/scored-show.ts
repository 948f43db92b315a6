import type { Database } from '@called-it/infra/postgres/client'
import type { ActualSetlist } from '@called-it/shared/game/setlist'
import { makeSetlist, makeShow } from './catalogue.ts'
import { type GivenScore, makeScores } from './scores.ts'

type GivenShow = Parameters<typeof makeShow>[1]

/** A show of three days ago with these songs and scores; absent sets are empty. */
export async function makeScoredShow(
  db: Database,
  sets: Partial<ActualSetlist> = {},
  scores: readonly GivenScore[] = [],
  given: GivenShow = {},
) {
  const show = await makeShow(db, { daysFromToday: -3, ...given })
  await makeSetlist(db, show.id, sets)
  return { ...show, ...(await makeScores(db, show, scores)) }
}
