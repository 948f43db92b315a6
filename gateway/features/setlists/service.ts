import { changeAndPublish } from '@called-it/infra/events/change'
import type { Database } from '@called-it/infra/postgres/client'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import {
  arrangeSourceSetlist,
  deleteProposal,
  dropProposal,
  findOpenProposal,
} from '@called-it/infra/postgres/queries/catalogue/setlist-proposals'
import {
  insertHandSetlist,
  insertSourceSetlist,
} from '@called-it/infra/postgres/queries/catalogue/setlist-revisions'
import { findSetlist, getPlayedSets } from '@called-it/infra/postgres/queries/catalogue/setlists'
import { findShowForUpdate } from '@called-it/infra/postgres/queries/catalogue/shows'
import { listSongsByIds } from '@called-it/infra/postgres/queries/catalogue/songs'
import type { Issue } from '@called-it/shared/contract/error-body'
import { topics } from '@called-it/shared/contract/events'
import type { EnteredSetlist } from '@called-it/shared/contract/setlists'
import { arrangeSets, SET_NAMES } from '@called-it/shared/game/setlist'
import { said } from '@called-it/shared/languages/said'
import type { Actor } from '../../auth/actor.ts'
import { ApiError } from '../../http/errors.ts'
import type { GatewayParts } from '../../parts.ts'

export async function readSetlist(db: Database, showId: number) {
  const setlist = await findSetlist(db, showId)
  if (!setlist) return null
  const { revisionId, text: _, ...current } = setlist
  return { ...current, ...(await getPlayedSets(db, revisionId)) }
}

/**
 * Stores the show's newest revision.
 *
 * @param basedOn the revision that was edited, 0 for none; undefined: the last one wins
 * @throws ApiError `show_not_found`; `stale_version` when another revision is the newest; 422 for unknown songs, an
 *   empty setlist, and further sets with the label of another set
 */
export async function enterSetlist(
  { postgres, publisher }: Pick<GatewayParts, 'postgres' | 'publisher'>,
  actor: Actor,
  showId: number,
  { basedOn, ...setlist }: EnteredSetlist & { basedOn?: number | undefined },
): Promise<void> {
  checkEntered(setlist)
  await changeAndPublish(postgres.db, publisher, async (trx, changed) => {
    if (!(await findShowForUpdate(trx, showId))) throw new ApiError('show_not_found')
    const newest = (await findSetlist(trx, showId))?.revision ?? 0
    if (basedOn !== undefined && basedOn !== newest) throw new ApiError('stale_version')
    const entry = await insertHandSetlist(trx, { showId, setlist, enteredBy: actor.actorId })
    if (entry.outcome === 'unknown-songs') {
      throw new ApiError('invalid', { issues: locateSongs(setlist, entry.songIds) })
    }
    if (!entry.changed) return
    await insertAuditEntry(trx, {
      ...actor,
      action: 'setlist:entered',
      subject: topics.show(showId),
      details: { revision: entry.number },
    })
    changed.add(topics.show(showId)).add(topics.setlist(showId))
    if (entry.firstPlays) changed.add(topics.catalogue)
  })
}

/** @throws ApiError 422 like `enterSetlist` */
export async function checkDraft(db: Database, setlist: EnteredSetlist): Promise<void> {
  checkEntered(setlist)
  const wanted = [...new Set(listSongs(setlist).map(({ id }) => id))]
  const known = new Set((await listSongsByIds(db, wanted)).map(({ id }) => id))
  const unknown = wanted.filter((songId) => !known.has(songId))
  if (unknown.length > 0) throw new ApiError('invalid', { issues: locateSongs(setlist, unknown) })
}

function checkEntered(setlist: EnteredSetlist): void {
  const issues: Issue[] = setlist.further.flatMap(({ set }, index) =>
    isFurtherLabel(set)
      ? []
      : [{ path: `further.${index}.set`, message: said('field.set-unknown', { set }) }],
  )
  if (listSongs(setlist).length === 0) issues.push({ path: 'set1', message: said('field.no-songs') })
  if (issues.length > 0) throw new ApiError('invalid', { issues })
}

function isFurtherLabel(label: string): boolean {
  const named: readonly string[] = SET_NAMES
  return !named.includes(label) && arrangeSets([{ set: label, song: null }]).further.length > 0
}

function locateSongs(setlist: EnteredSetlist, songIds: readonly number[]): Issue[] {
  const unknown = new Set(songIds)
  return listSongs(setlist).flatMap(({ id, path }) =>
    unknown.has(id) ? [{ path, message: said('field.no-song', { song: `${id}` }) }] : [],
  )
}

function listSongs(setlist: EnteredSetlist): { id: number; path: string }[] {
  const locate = (path: string, songs: readonly { id: number }[]) =>
    songs.map(({ id }, index) => ({ id, path: `${path}.${index}.id` }))
  return [
    ...SET_NAMES.flatMap((set) => locate(set, setlist[set])),
    ...setlist.further.flatMap(({ songs }, index) => locate(`further.${index}.songs`, songs)),
  ]
}

export async function readProposal(db: Database, showId: number) {
  const proposal = await findOpenProposal(db, showId)
  if (!proposal) return null
  const { id, source, setlist, createdAt } = proposal
  const sets = await arrangeSourceSetlist(db, source, setlist)
  const { notes } = setlist
  return { id, found: true, excluded: false, exclusionReason: null, ...sets, notes, createdAt }
}

/**
 * Stores the proposed setlist as the show's newest revision, or drops it.
 *
 * @throws ApiError `show_not_found`; `proposal_not_found` when it is not the open one of the show
 */
export async function settleProposal(
  { postgres, publisher }: Pick<GatewayParts, 'postgres' | 'publisher'>,
  actor: Actor,
  { showId, proposalId }: { showId: number; proposalId: number },
  decision: 'taken' | 'dropped',
): Promise<void> {
  await changeAndPublish(postgres.db, publisher, async (trx, changed) => {
    if (!(await findShowForUpdate(trx, showId))) throw new ApiError('show_not_found')
    const proposal = await findOpenProposal(trx, showId)
    if (proposal?.id !== proposalId) throw new ApiError('proposal_not_found')
    if (decision === 'taken') {
      const { source, setlist } = proposal
      const stored = await insertSourceSetlist(trx, { source, showId, setlist })
      await deleteProposal(trx, showId)
      changed.add(topics.setlist(showId))
      if (stored.firstPlays) changed.add(topics.catalogue)
    } else await dropProposal(trx, proposalId)
    await insertAuditEntry(trx, {
      ...actor,
      action: `setlist-proposal:${decision}`,
      subject: topics.show(showId),
      details: { proposal: proposalId },
    })
    changed.add(topics.show(showId))
  })
}
