import { type OpenSet, openSetOf } from '@called-it/shared/game/setlist'
import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../client.ts'
import { announceSongs } from '../outlets/song-events.ts'
import { closePicksAtFirstSong } from './first-song.ts'
import { insertPerformances, listPerformances, type Performance } from './performances.ts'
import { waitForSaves } from './shows.ts'
import { countFirstPlays } from './song-statistics.ts'

export type StoredRevision = {
  revisionId: number
  /** Counts the show's revisions, from 1. */
  number: number
  /** False if the newest revision was the same and nothing was inserted. */
  changed: boolean
  /** Whether it has songs that were never played before, so that the list of songs changes too. */
  firstPlays: boolean
}

/** A setlist that was entered as a whole. */
type NewSetlist = {
  showId: number
  origin: 'source' | 'hand'
  performances: readonly Performance[]
  text: string
  notes: string | null
  createdBy: number | null
}

type NewRevision = NewSetlist & { openSet: OpenSet }

export type StoreOptions = {
  /** Whether the band plays on; by default it does where it did by the revision before. */
  runs?: boolean | undefined
}

/**
 * Inserts a setlist as the show's newest revision, unless the newest is the same. A show that runs goes on in the set
 * of the last song.
 */
export async function storeRevision(
  trx: DatabaseTransaction,
  setlist: NewSetlist,
  options: StoreOptions = {},
): Promise<StoredRevision> {
  const { showId, performances } = setlist
  // Two concurrent revisions of a show would get the same number.
  await waitForSaves(trx, showId)
  const current = await findCurrentRevision(trx, showId)
  const ranBefore = current !== undefined && current.openSet !== null
  const { runs = ranBefore } = options
  const last = performances.at(-1)
  const openSet = runs && last ? openSetOf(last.setName) : null
  const isOpened = openSet !== null && !ranBefore
  if (current && !isOpened && (await isSame(trx, current, setlist))) {
    return { revisionId: current.id, number: current.number, changed: false, firstPlays: false }
  }
  return insertRevision(trx, { ...setlist, openSet })
}

/** Inserts the newest revision of a show. Lock the show first. */
export async function insertRevision(
  trx: DatabaseTransaction,
  revision: NewRevision,
): Promise<StoredRevision> {
  const { showId } = revision
  const inserted = await trx
    .insertInto('setlist_revisions')
    .values({
      show_id: showId,
      number: sql<number>`(SELECT coalesce(max(number), 0) + 1 FROM setlist_revisions WHERE show_id = ${showId})`,
      origin: revision.origin,
      text: revision.text,
      notes: revision.notes,
      created_by: revision.createdBy,
      open_set: revision.openSet,
    })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow()
  await insertPerformances(trx, inserted.id, revision.performances)
  await trx
    .updateTable('shows')
    .set({ setlist_revision_id: inserted.id, notice: NOTICE_OF_PLAYED_SHOW })
    .where('id', '=', showId)
    .execute()
  if (revision.performances.length > 0) await closePicksAtFirstSong(trx, revision)
  // Afterwards: plays of a show that takes picks do not count.
  const firstPlays = await countFirstPlays(trx, showId)
  await announceSongs(trx, { showId, revisionId: inserted.id })
  return { revisionId: inserted.id, number: inserted.number, changed: true, firstPlays }
}

/** The source's exclusion of a show that was played is no cancellation. */
const NOTICE_OF_PLAYED_SHOW = sql<string | null>`
  CASE WHEN cancelled_at IS NOT NULL OR notice ->> 'kind' IS DISTINCT FROM 'cancelled' THEN notice END`

type CurrentRevision = { id: number; number: number; openSet: OpenSet } & Pick<
  NewSetlist,
  'origin' | 'text' | 'notes'
>

async function findCurrentRevision(
  trx: DatabaseTransaction,
  showId: number,
): Promise<CurrentRevision | undefined> {
  return trx
    .selectFrom('shows')
    .innerJoin('setlist_revisions as revision', 'revision.id', 'shows.setlist_revision_id')
    .select([
      'revision.id',
      'revision.number',
      'revision.origin',
      'revision.text',
      'revision.notes',
      'revision.open_set as openSet',
    ])
    .where('shows.id', '=', showId)
    .executeTakeFirst()
}

async function isSame(
  trx: DatabaseTransaction,
  current: CurrentRevision,
  setlist: NewSetlist,
): Promise<boolean> {
  if (current.origin !== setlist.origin || current.text !== setlist.text || current.notes !== setlist.notes) {
    return false
  }
  const performances = await listPerformances(trx, current.id)
  return (
    performances.length === setlist.performances.length &&
    performances.every((performance, index) => {
      const other = setlist.performances[index]
      return other?.songId === performance.songId && other.setName === performance.setName
    })
  )
}
