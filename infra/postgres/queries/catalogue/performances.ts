import { groupBySet } from '@called-it/shared/game/group-by-set'
import type { ActualSetlist } from '@called-it/shared/game/setlist'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'

export type Performance = {
  sequence: number
  setName: string
  /** Position in the set, from 1; a second encore continues the first. */
  position: number
  songId: number
  /** Null where the setlist was entered as a whole. */
  playedAt: Date | null
}

export async function insertPerformances(
  trx: DatabaseTransaction,
  revisionId: number,
  performances: readonly Performance[],
): Promise<void> {
  if (performances.length === 0) return
  await trx
    .insertInto('performances')
    .values(
      performances.map(({ sequence, setName, position, songId, playedAt }) => ({
        revision_id: revisionId,
        sequence,
        set_name: setName,
        position,
        song_id: songId,
        played_at: playedAt,
      })),
    )
    .execute()
}

export async function listPerformances(db: Database, revisionId: number): Promise<Performance[]> {
  return db
    .selectFrom('performances')
    .select(['sequence', 'set_name as setName', 'position', 'song_id as songId', 'played_at as playedAt'])
    .where('revision_id', '=', revisionId)
    .orderBy('sequence')
    .execute()
}

export async function countPerformances(db: Database, revisionId: number): Promise<number> {
  const { count } = await db
    .selectFrom('performances')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('revision_id', '=', revisionId)
    .executeTakeFirstOrThrow()
  return count
}

/** With the songs as they are stored: the scorer resolves merged ones. */
export async function getActualSetlist(db: Database, revisionId: number): Promise<ActualSetlist> {
  const performances = await listPerformances(db, revisionId)
  return groupBySet(performances.map(({ setName, songId }) => ({ set: setName, song: songId })))
}

/** By revision, with the songs as they are stored. */
export async function listActualSetlists(
  db: Database,
  revisionIds: readonly number[],
): Promise<Map<number, ActualSetlist>> {
  const performances = await db
    .selectFrom('performances')
    .select(['revision_id as revisionId', 'set_name as set', 'song_id as song'])
    .where('revision_id', '=', sql<number>`ANY(${revisionIds}::integer[])`)
    .orderBy('revision_id')
    .orderBy('sequence')
    .execute()
  const byRevision = Map.groupBy(performances, ({ revisionId }) => revisionId)
  return new Map(Array.from(byRevision, ([revisionId, played]) => [revisionId, groupBySet(played)]))
}
