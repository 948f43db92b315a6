import { type ArrangedSets, arrangeSets } from '@called-it/shared/game/setlist'
import { findSetlistLoss, type SetlistLoss } from '@called-it/shared/game/setlist-loss'
import { sql } from 'kysely'
import type { SourceSetlist } from '../../../setlist-sources/source.ts'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { insertSourceSetlist, type StoredRevision, type StoreOptions } from './setlist-revisions.ts'
import { findSetlist, getPlayedSets } from './setlists.ts'
import { findShowForUpdate } from './shows.ts'
import { listSongIds } from './song-import.ts'
import { listSongsByIds } from './songs.ts'

/** The id is null for a song that is not in the catalogue. */
export type MatchedSong = { id: number | null; name: string }

export type OfferedSetlist = StoredRevision & {
  /** What the setlist has lost, so that it was proposed; the revision is the present one then. */
  proposed: SetlistLoss | null
}

/**
 * Inserts a setlist of the data site as the show's newest revision, or as a proposal where it seems to be cut off.
 *
 * @param again propose it even if an admin has dropped the same one
 */
export async function offerSourceSetlist(
  trx: DatabaseTransaction,
  {
    source,
    showId,
    setlist,
    again,
    ...options
  }: StoreOptions & { source: string; showId: number; setlist: SourceSetlist; again: boolean },
): Promise<OfferedSetlist> {
  await findShowForUpdate(trx, showId)
  const current = await findSetlist(trx, showId)
  const loss = current && (await findLoss(trx, source, current.revisionId, setlist))
  if (!current || !loss) {
    await deleteProposal(trx, showId)
    const stored = await insertSourceSetlist(trx, { source, showId, setlist, ...options })
    return { ...stored, proposed: null }
  }
  const isOpen = await upsertProposal(trx, { showId, setlist, again })
  const { revisionId, revision: number } = current
  return { revisionId, number, changed: false, firstPlays: false, proposed: isOpen ? loss : null }
}

async function findLoss(
  trx: DatabaseTransaction,
  source: string,
  revisionId: number,
  setlist: SourceSetlist,
): Promise<SetlistLoss | null> {
  const before: ArrangedSets<MatchedSong> = await getPlayedSets(trx, revisionId)
  return findSetlistLoss(
    before,
    await arrangeSourceSetlist(trx, source, setlist),
    ({ id, name }) => id ?? name,
  )
}

/** Whether the proposal is open: a dropped one is not while the source's setlist stays the same. */
async function upsertProposal(
  trx: DatabaseTransaction,
  { showId, setlist, again }: { showId: number; setlist: SourceSetlist; again: boolean },
): Promise<boolean> {
  const json = JSON.stringify(setlist)
  const same = await trx
    .updateTable('setlist_proposals')
    .$if(again, (query) => query.set({ dropped_at: null }))
    .set({ setlist: json })
    .where('show_id', '=', showId)
    .where('setlist', '=', sql<SourceSetlist>`${json}::jsonb`)
    .returning('dropped_at')
    .executeTakeFirst()
  if (same) return same.dropped_at === null
  await deleteProposal(trx, showId)
  await trx.insertInto('setlist_proposals').values({ show_id: showId, setlist: json }).execute()
  return true
}

export async function findOpenProposal(db: Database, showId: number) {
  const proposal = await db
    .selectFrom('setlist_proposals as proposal')
    .innerJoin('shows', 'shows.id', 'proposal.show_id')
    .select(['proposal.id', 'shows.source', 'proposal.setlist', 'proposal.created_at as createdAt'])
    .where('proposal.show_id', '=', showId)
    .where('proposal.dropped_at', 'is', null)
    .executeTakeFirst()
  return proposal ?? null
}

export async function dropProposal(trx: DatabaseTransaction, proposalId: number): Promise<void> {
  await trx
    .updateTable('setlist_proposals')
    .set({ dropped_at: sql<Date>`now()` })
    .where('id', '=', proposalId)
    .execute()
}

export async function deleteProposal(trx: DatabaseTransaction, showId: number): Promise<void> {
  await trx.deleteFrom('setlist_proposals').where('show_id', '=', showId).execute()
}

/** Song by song, with the numbers and names that merged songs have in the catalogue. */
export async function arrangeSourceSetlist(
  db: Database,
  source: string,
  setlist: SourceSetlist,
): Promise<ArrangedSets<MatchedSong>> {
  const songIds = await listSongIds(db, source, setlist)
  const known = await listSongsByIds(
    db,
    songIds.filter((songId) => songId !== null),
  )
  const mergedInto = new Map(known.flatMap(({ id, song }) => (song.id === id ? [] : [[id, song] as const])))
  return arrangeSets(
    setlist.entries.map(({ set, song: { name } }, index) => {
      const id = songIds[index] ?? null
      return { set, song: (id !== null && mergedInto.get(id)) || { id, name } }
    }),
  )
}
