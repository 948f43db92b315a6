import { EMPTY_SETLIST, type LiveSetlist } from '@called-it/shared/game/live/live-setlist'
import { openSetOf } from '@called-it/shared/game/setlist'
import { type InferResult, sql } from 'kysely'
import { printSetlist } from '../../../setlist-sources/setlist-text.ts'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { insertRevision, type StoredRevision } from '../catalogue/setlist-revisions.ts'
import { listPerformances } from '../catalogue/setlists.ts'
import { mergedSongs } from '../catalogue/song-merges.ts'
import { listSongsByIds } from '../catalogue/songs.ts'

type StoredLiveSetlist = Omit<LiveSetlist, 'isNewSet'> & { notes: string | null }

/** @param number of the revision; 0: before the first */
export async function getLiveSetlist(
  db: Database,
  showId: number,
  number: number,
): Promise<StoredLiveSetlist> {
  if (number === 0) return { ...EMPTY_SETLIST, notes: null }
  const { id, ...revision } = await db
    .selectFrom('setlist_revisions')
    .select(['id', 'open_set as openSet', 'notes'])
    .where('show_id', '=', showId)
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  const performances = await listPerformances(db, id)
  return {
    ...revision,
    performances: performances.map(({ setName, songId, playedAt }) => ({
      setName,
      songId,
      at: playedAt?.getTime() ?? null,
    })),
  }
}

const PRINTED_SETS = { set1: '1', set2: '2', encore: 'e' } as const

/** Inserts what operators entered as the newest revision of a show. Lock the show first. */
export async function insertLiveRevision(
  trx: DatabaseTransaction,
  {
    showId,
    setlist: { performances, openSet },
    notes,
    createdBy,
  }: { showId: number; setlist: LiveSetlist; notes: string | null; createdBy: number },
): Promise<StoredRevision> {
  const songs = await listSongsByIds(
    trx,
    performances.map(({ songId }) => songId),
  )
  const names = new Map(songs.map(({ id, name }) => [id, name]))
  const printed = performances.map(({ setName, songId }) => {
    const set = openSetOf(setName)
    return {
      set: set === 'further' ? setName : PRINTED_SETS[set],
      name: names.get(songId) ?? '',
      transition: ', ',
    }
  })
  const positions = new Map<string, number>()
  return insertRevision(trx, {
    showId,
    origin: 'hand',
    performances: performances.map(({ setName, songId, at }, index) => {
      const position = (positions.get(setName) ?? 0) + 1
      positions.set(setName, position)
      return {
        sequence: index + 1,
        setName,
        position,
        songId,
        playedAt: at === null ? null : new Date(at),
      }
    }),
    text: printSetlist(printed),
    notes,
    createdBy,
    openSet,
  })
}

export type EditedPerformance = {
  sequence: number
  set: string
  position: number
  /** As it is stored. */
  songId: number
  /** Merged songs are shown as the song that they are. */
  song: { id: number; name: string }
  at: Date | null
}

export type EditedSetlist = { revision: number; performances: EditedPerformance[] }

/** The newest revision, for the live editor. */
export async function getEditedSetlist(db: Database, showId: number): Promise<EditedSetlist> {
  const newest = await db
    .selectFrom('shows')
    .innerJoin('setlist_revisions as revision', 'revision.id', 'shows.setlist_revision_id')
    .select(['revision.id', 'revision.number'])
    .where('shows.id', '=', showId)
    .executeTakeFirst()
  if (!newest) return { revision: 0, performances: [] }
  const { rows } = await sql<EditedPerformance>`
    WITH RECURSIVE ${mergedSongs()}
    SELECT performances.sequence, performances.set_name AS set, performances.position,
      performances.song_id AS "songId", performances.played_at AS at,
      json_build_object('id', songs.id, 'name', songs.name) AS song
    FROM performances
      LEFT JOIN merged_songs ON merged_songs.id = performances.song_id
      JOIN songs ON songs.id = coalesce(merged_songs.song_id, performances.song_id)
    WHERE performances.revision_id = ${newest.id}
    ORDER BY performances.sequence`.execute(db)
  return { revision: newest.number, performances: rows }
}

/** Who entered the show's last setlist as a whole; null for the source, a deleted user, and where nobody has. */
export async function findNameOfSetlistAuthor(db: Database, showId: number): Promise<string | null> {
  const author = await db
    .selectFrom('setlist_revisions as revision')
    .leftJoin('users', (join) =>
      join.onRef('users.id', '=', 'revision.created_by').on('users.deleted_at', 'is', null),
    )
    .select('users.display_name as name')
    .where('revision.show_id', '=', showId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('live_taps')
            .select('live_taps.op_id')
            .whereRef('live_taps.show_id', '=', 'revision.show_id')
            .whereRef('live_taps.revision', '=', 'revision.number')
            .where('live_taps.outcome', '=', 'stored'),
        ),
      ),
    )
    .orderBy('revision.number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return author?.name ?? null
}

/** Its user has no name after the profile was deleted. */
export type StoredTap = InferResult<ReturnType<typeof selectTaps>>[number]

/** In the order in which they were received. */
export async function listTaps(db: Database, showId: number): Promise<StoredTap[]> {
  return selectTaps(db, showId).orderBy('live_taps.revision').orderBy('live_taps.created_at').execute()
}

/** Those that no operator has settled, in the order in which they were tapped. */
export async function listConflicts(db: Database, showId: number): Promise<StoredTap[]> {
  return selectConflicts(db, showId).orderBy('live_taps.tapped_at').orderBy('live_taps.op_id').execute()
}

export async function findConflict(db: Database, showId: number, opId: string): Promise<StoredTap | null> {
  const conflict = await selectConflicts(db, showId).where('live_taps.op_id', '=', opId).executeTakeFirst()
  return conflict ?? null
}

function selectConflicts(db: Database, showId: number) {
  return selectTaps(db, showId)
    .where('live_taps.outcome', '=', 'conflict')
    .where('live_taps.settled_at', 'is', null)
}

function selectTaps(db: Database, showId: number) {
  return db
    .selectFrom('live_taps')
    .leftJoin('users', (join) =>
      join.onRef('users.id', '=', 'live_taps.user_id').on('users.deleted_at', 'is', null),
    )
    .select([
      'live_taps.op_id as opId',
      'live_taps.user_id as userId',
      'users.display_name as userName',
      'live_taps.base',
      'live_taps.op as operation',
      'live_taps.tapped_at as at',
      'live_taps.outcome',
      // The newest afterwards; of a stored tap its own.
      'live_taps.revision',
      'live_taps.settled_at as settledAt',
    ])
    .where('live_taps.show_id', '=', showId)
}

type NewTap = Pick<StoredTap, 'opId' | 'base' | 'operation' | 'at' | 'outcome' | 'revision'>

/** @returns false if the id is that of a tap on another show */
export async function insertTap(
  trx: DatabaseTransaction,
  { showId, userId, ...tap }: NewTap & { showId: number; userId: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await trx
    .insertInto('live_taps')
    .values({
      op_id: tap.opId,
      show_id: showId,
      user_id: userId,
      base: tap.base,
      op: JSON.stringify(tap.operation),
      tapped_at: tap.at,
      outcome: tap.outcome,
      revision: tap.revision,
      // Taps wait for each other, so the times of their transactions say nothing about their order.
      created_at: sql<Date>`clock_timestamp()`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

export async function settleTap(
  trx: DatabaseTransaction,
  { opId, outcome, revision }: Pick<StoredTap, 'opId' | 'outcome' | 'revision'>,
): Promise<void> {
  await trx
    .updateTable('live_taps')
    .set({ outcome, revision, settled_at: sql<Date>`now()` })
    .where('op_id', '=', opId)
    .execute()
}
