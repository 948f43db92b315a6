import { changeAndPublish } from '@called-it/infra/events/change'
import type { Database } from '@called-it/infra/postgres/client'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import {
  arrangeSourceSetlist,
  deleteProposal,
  dropProposal,
  findOpenProposal,
} from '@called-it/infra/postgres/queries/catalogue/setlist-proposals'
import { insertSourceSetlist } from '@called-it/infra/postgres/queries/catalogue/setlist-revisions'
import { findShowForUpdate } from '@called-it/infra/postgres/queries/catalogue/shows'
import { topics } from '@called-it/shared/contract/events'
import type { Actor } from '../../auth/actor.ts'
import { ApiError } from '../../http/errors.ts'
import type { GatewayParts } from '../../parts.ts'

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
