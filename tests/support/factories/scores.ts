import type { Database } from '@called-it/infra/postgres/client'
import type {
  PredictionsTable,
  ScoresTable,
  StandingsTable,
} from '@called-it/infra/postgres/schema/standings'
import { packPicks } from '@called-it/shared/game/bulk/packed-picks'
import type { ActualSetlist, Picks } from '@called-it/shared/game/setlist'
import { type Insertable, type Selectable, sql } from 'kysely'
import { makeSetlist, makeShow } from './catalogue.ts'

/** A prediction with at least one pick. Absent sets are empty. */
export async function makePrediction(
  db: Database,
  given: { showId: number; userId: number; picks: Partial<Picks> },
): Promise<Selectable<PredictionsTable>> {
  const picks = packPicks({ set1: [], set2: [], encore: [], ...given.picks })
  return db
    .insertInto('predictions')
    .values({ show_id: given.showId, user_id: given.userId, picks: Buffer.from(picks) })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Absent categories are 0; the categories need not add up to the total. */
export type GivenScore = Partial<Omit<Insertable<ScoresTable>, 'score_set_id'>> & { user_id: number }

/** Marks a show with a setlist as scored with these scores. Standings do not change. */
export async function makeScores(
  db: Database,
  show: { id: number },
  scores: readonly GivenScore[] = [],
): Promise<{ scoreSetId: number; runId: number }> {
  const { setlist_revision_id: revisionId } = await db
    .selectFrom('shows')
    .select('setlist_revision_id')
    .where('id', '=', show.id)
    .executeTakeFirstOrThrow()
  if (revisionId === null) throw new Error('only a show with a setlist can be scored')
  const run = await db
    .insertInto('runs')
    .values({
      kind: 'score-show',
      subject: `show:${show.id}`,
      order: JSON.stringify({ showId: show.id, fetchSetlist: false }),
      state: 'done',
      result: JSON.stringify({ processed: scores.length, errors: 0 }),
      ended_at: sql<Date>`now() - interval '1 minute'`,
    })
    .returning(['id', 'order_number'])
    .executeTakeFirstOrThrow()
  const set = await db
    .insertInto('score_sets')
    .values({ show_id: show.id, revision_id: revisionId, run_id: run.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (scores.length > 0) {
    await db
      .insertInto('scores')
      .values(scores.map((score) => ({ ...EMPTY_SCORE, ...score, score_set_id: set.id })))
      .execute()
  }
  await db
    .updateTable('shows')
    .set({ score_set_id: set.id, picks_closed: true, settled_by_order: run.order_number })
    .where('id', '=', show.id)
    .execute()
  return { scoreSetId: set.id, runId: run.id }
}

/** A show of three days ago with this setlist and these scores; absent sets are empty. */
export async function makeScoredShow(
  db: Database,
  sets: Partial<ActualSetlist> = {},
  scores: readonly GivenScore[] = [],
  given: Parameters<typeof makeShow>[1] = {},
) {
  const show = await makeShow(db, { daysFromToday: -3, ...given })
  await makeSetlist(db, show.id, sets)
  return { ...show, ...(await makeScores(db, show, scores)) }
}

const EMPTY_SCORE = {
  total: 0,
  song_in_show: 0,
  song_in_set: 0,
  correct_song: 0,
  correct_special: 0,
  encore_in_set: 0,
}

/** A row of a board, counted in the board's histogram; of one show unless the test says another. */
export async function makeStanding(
  db: Database,
  given: Pick<StandingsTable, 'board' | 'user_id' | 'total'> & Partial<StandingsTable>,
): Promise<Selectable<StandingsTable>> {
  const standing = { shows: 1, best: given.total, ...given }
  await db
    .insertInto('standings_histogram')
    .values({ board: standing.board, total: standing.total, players: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['board', 'total'])
        .doUpdateSet({ players: sql<number>`standings_histogram.players + 1` }),
    )
    .execute()
  return db.insertInto('standings').values(standing).returningAll().executeTakeFirstOrThrow()
}
