import type { ChangedSong, Correction, CorrectionSource } from '@called-it/shared/contract/corrections'
import { compareResults, type Result, type SongChange } from '@called-it/shared/game/corrections'
import { groupBySet } from '@called-it/shared/game/group-by-set'
import { pointsOfVersion } from '@called-it/shared/game/points'
import { type AnnouncementPayload, announcementKinds } from '@called-it/shared/notifications/catalogue'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { getActualSetlist, listActualSetlists } from '../catalogue/setlists.ts'
import { getMergedSongs } from '../catalogue/song-merges.ts'
import { listSongsByIds } from '../catalogue/songs.ts'
import { storeAnnouncement } from './announcements.ts'

const RESULT_KINDS = ['final-score', 'score-corrected'] as const
type ResultKind = (typeof RESULT_KINDS)[number]

/** A show's scores, as fans were told them: the first ones, or corrected ones. */
export type AnnouncedResult = {
  id: number
  showId: number
  kind: ResultKind
  revisionId: number
  merged: [songId: number, into: number][]
  /** The version of the show's present scores; null without any. */
  pointsVersion: number | null
  /** Empty until it was sent. */
  payload: Record<string, unknown>
  createdAt: Date
  sentAt: Date | null
}

function selectResults(db: Database) {
  return db
    .selectFrom('announcements')
    .select([
      'id',
      'show_id as showId',
      'kind',
      'revision_id as revisionId',
      'merged',
      'payload',
      'created_at as createdAt',
      'sent_at as sentAt',
    ])
    .select(({ selectFrom }) =>
      selectFrom('shows')
        .innerJoin('score_sets', 'score_sets.id', 'shows.score_set_id')
        .select('points_version')
        .whereRef('shows.id', '=', 'announcements.show_id')
        .as('pointsVersion'),
    )
    .where('kind', 'in', RESULT_KINDS)
    .where('show_id', 'is not', null)
    .where('revision_id', 'is not', null)
    .where('merged', 'is not', null)
    .$narrowType<Pick<AnnouncedResult, 'kind' | 'showId' | 'revisionId' | 'merged'>>()
}

/** Oldest first. */
export async function listAnnouncedResults(db: Database, showId: number): Promise<AnnouncedResult[]> {
  return selectResults(db).where('show_id', '=', showId).orderBy('id').execute()
}

type ComputedFrom = Pick<AnnouncedResult, 'revisionId' | 'merged'> & { pointsVersion?: number | null }

export async function getResult(db: Database, from: ComputedFrom): Promise<Result> {
  return toResult(from, await getActualSetlist(db, from.revisionId))
}

function toResult({ merged, pointsVersion = null }: ComputedFrom, actual: Result['actual']): Result {
  const points = pointsVersion === null ? undefined : pointsOfVersion(pointsVersion)
  return { actual, merged: new Map(merged), points }
}

/** Each with what it was computed from. */
export async function listResults(
  db: Database,
  announced: readonly AnnouncedResult[],
): Promise<{ announced: AnnouncedResult; result: Result }[]> {
  const setlists = await listActualSetlists(
    db,
    announced.map(({ revisionId }) => revisionId),
  )
  return announced.map((each) => {
    const actual = setlists.get(each.revisionId) ?? groupBySet([])
    return { announced: each, result: toResult(each, actual) }
  })
}

/**
 * Announces a show's scores, in the transaction that stores them, unless they are computed from what they were
 * computed from when fans were told last.
 */
export async function announceResult(
  trx: DatabaseTransaction,
  { showId, revisionId }: { showId: number; revisionId: number },
): Promise<void> {
  const merged = [...(await getMergedSongs(trx))]
  const last = await findResultBefore(trx, { showId, id: null })
  if (last) {
    const [before, after] = [await getResult(trx, last), await getResult(trx, { revisionId, merged })]
    if (compareResults(before, after).length === 0) return
  }
  await storeAnnouncement(trx, {
    kind: last ? 'score-corrected' : 'final-score',
    show_id: showId,
    // The job counts.
    payload: '{}',
    revision_id: revisionId,
    merged: JSON.stringify(merged),
  })
}

/** The show's newest, or the one that another one corrects. */
export async function findResultBefore(
  db: Database,
  { showId, id }: { showId: number; id: number | null },
): Promise<AnnouncedResult | null> {
  const result = await selectResults(db)
    .where('show_id', '=', showId)
    .$if(id !== null, (query) => query.where('id', '<', id))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return result ?? null
}

/** Null for an announcement of another kind, and for one that was sent. */
export async function findUnsentResultForUpdate(
  trx: DatabaseTransaction,
  announcementId: number,
): Promise<AnnouncedResult | null> {
  const result = await selectResults(trx)
    .where('id', '=', announcementId)
    .where('sent_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  return result ?? null
}

export async function markResultSent<K extends ResultKind>(
  trx: DatabaseTransaction,
  announcementId: number,
  payload: AnnouncementPayload<K>,
): Promise<void> {
  await trx
    .updateTable('announcements')
    .set({ payload: JSON.stringify(payload), sent_at: sql<Date>`now()` })
    .where('id', '=', announcementId)
    .execute()
}

/** What made a result another one than the one before. */
export async function getCorrectionSource(
  db: Database,
  before: AnnouncedResult,
  after: AnnouncedResult,
): Promise<CorrectionSource> {
  if (before.revisionId === after.revisionId) return 'songs'
  const { origin } = await db
    .selectFrom('setlist_revisions')
    .select('origin')
    .where('id', '=', after.revisionId)
    .executeTakeFirstOrThrow()
  return origin
}

/** The corrections of a show that fans were told, newest first. */
export async function listSentCorrections(db: Database, showId: number): Promise<Correction[]> {
  const rows = await db
    .selectFrom('announcements')
    .select(['payload', 'created_at'])
    .where('show_id', '=', showId)
    .where('kind', '=', 'score-corrected')
    .where('sent_at', 'is not', null)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ payload, created_at }) => ({
    at: created_at.toISOString(),
    ...announcementKinds['score-corrected'].payload.parse(payload),
  }))
}

/** As pages name them: a song that is merged into another one has that one's name, and its own if this is the change. */
export async function nameChangedSongs(db: Database, changes: readonly SongChange[]): Promise<ChangedSong[]> {
  const ids = changes.flatMap(({ songId, countsAs }) => [songId, countsAs ?? songId])
  const known = new Map((await listSongsByIds(db, ids)).map((song) => [song.id, song]))
  return changes.map(({ songId, before, after, countsAs }) => {
    const song = known.get(songId)
    const name = countsAs === null ? song?.song.name : song?.name
    return {
      id: songId,
      name: name ?? `Song ${songId}`,
      before: [...before],
      after: [...after],
      countsAs: countsAs === null ? null : (known.get(countsAs)?.name ?? null),
    }
  })
}
