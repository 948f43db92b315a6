import { changeAndPublish } from '@called-it/infra/events/change'
import { addTopicsOfRevision } from '@called-it/infra/events/revision-topics'
import type { DatabaseTransaction } from '@called-it/infra/postgres/client'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { findSetlist } from '@called-it/infra/postgres/queries/catalogue/setlists'
import type { Show } from '@called-it/infra/postgres/queries/catalogue/shows'
import {
  findConflict,
  insertLiveRevision,
  insertTap,
  listTaps,
  type StoredTap,
  settleTap,
} from '@called-it/infra/postgres/queries/live/live-setlists'
import { topics } from '@called-it/shared/contract/events'
import type { Tap, TapResult } from '@called-it/shared/contract/live-editing'
import type { LiveOperation, LiveRefusal } from '@called-it/shared/game/live/live-setlist'
import { applyTap, decideTap, type TapDecision } from '@called-it/shared/game/live/tap-outcome'
import { said } from '@called-it/shared/languages/said'
import type { PlainId } from '@called-it/shared/languages/translate'
import type { Actor } from '../../auth/actor.ts'
import { ApiError } from '../../http/errors.ts'
import type { GatewayParts } from '../../parts.ts'
import { resolveSong } from './played-song.ts'
import { getShowForUpdate, requireRunning } from './running-show.ts'
import { readLiveSetlist, tapsSince } from './stored-setlist.ts'

export type LiveSetlistParts = Pick<GatewayParts, 'postgres' | 'publisher'>

/** A device may have been without connection for so long. */
const MAX_AGE_MS = 12 * 3_600_000

const REFUSALS = {
  no_songs: 'error.tap-no-songs',
  set_in_encore: 'error.tap-encore',
  nothing_to_undo: 'error.tap-no-undo',
  no_such_performance: 'error.tap-no-song',
} as const satisfies Record<LiveRefusal, PlainId>

/**
 * Stores a tap and what becomes of it. A tap that is known gets the response of the first.
 *
 * @throws ApiError `show_not_found`, `show_scored`, `show_cancelled`, `show_past`, `show_not_begun`,
 *   `too_many_songs`; 422 for an unknown song, and for what the setlist does not allow
 */
export function tapSetlist(
  { postgres, publisher }: LiveSetlistParts,
  actor: Actor,
  showId: number,
  tap: Tap,
): Promise<TapResult> {
  return changeAndPublish(postgres.db, publisher, async (trx, changed) => {
    const show = await getShowForUpdate(trx, showId)
    const taps = await listTaps(trx, showId)
    const known = taps.find(({ opId }) => opId === tap.opId.toLowerCase())
    if (known) return { outcome: known.outcome, revision: known.revision }
    requireRunning(show)
    const { actorId } = actor
    const operation = await resolveSong(trx, changed, { showId, operation: tap.operation, actor })
    const at = clampTime(tap.at, show.readAt)
    const { newest, notes, ...situation } = await readSituation(trx, show, taps, operation)
    const decision = decideTap(
      { ...situation, ...tapsSince(taps, tap.base, newest) },
      { operation, at: at.getTime(), user: actorId },
    )
    const result = await store(trx, changed, show, { decision, newest, notes, actorId })
    if (result.outcome === 'conflict') changed.add(topics.setlist(showId))
    const { opId } = tap
    const base = Math.min(tap.base, newest)
    if (!(await insertTap(trx, { opId, base, operation, at, ...result, showId, userId: actorId }))) {
      throw new ApiError('invalid', { issues: [{ path: 'opId', message: said('field.other-tap') }] })
    }
    return result
  })
}

/**
 * Applies a tap to the newest revision although others have contradicted it, or drops it.
 *
 * @throws ApiError `conflict_not_found`, and of an applied one like `tapSetlist`
 */
export function settleConflict(
  { postgres, publisher }: LiveSetlistParts,
  actor: Actor,
  { showId, opId }: { showId: number; opId: string },
  decision: 'apply' | 'drop',
): Promise<TapResult> {
  return changeAndPublish(postgres.db, publisher, async (trx, changed) => {
    const show = await getShowForUpdate(trx, showId)
    const conflict = await findConflict(trx, showId, opId)
    if (!conflict) throw new ApiError('conflict_not_found')
    const result = decision === 'apply' ? await applyConflict(trx, changed, show, conflict, actor) : null
    const settled: TapResult = result ?? { outcome: 'conflict', revision: conflict.revision }
    await settleTap(trx, { opId, ...settled })
    await insertAuditEntry(trx, {
      ...actor,
      action: decision === 'apply' ? 'live-conflict:applied' : 'live-conflict:dropped',
      subject: topics.show(showId),
      details: { operation: conflict.operation, revision: settled.revision },
    })
    changed.add(topics.setlist(showId))
    return settled
  })
}

async function applyConflict(
  trx: DatabaseTransaction,
  changed: Set<string>,
  show: Show,
  { operation, at, userId }: StoredTap,
  { actorId }: Actor,
): Promise<TapResult> {
  requireRunning(show)
  const taps = await listTaps(trx, show.id)
  const { newest, notes, setlist, before } = await readSituation(trx, show, taps, operation)
  const decision = applyTap(setlist, before, { operation, at: at.getTime(), user: userId })
  return store(trx, changed, show, { decision, newest, notes, actorId })
}

async function store(
  trx: DatabaseTransaction,
  changed: Set<string>,
  show: Show,
  {
    decision,
    newest,
    notes,
    actorId,
  }: { decision: TapDecision; newest: number; notes: string | null; actorId: number },
): Promise<TapResult> {
  if (decision.outcome === 'refused') {
    const id = REFUSALS[decision.reason]
    throw new ApiError('invalid', { text: { id }, issues: [{ path: 'operation', message: said(id) }] })
  }
  if (decision.outcome !== 'stored') return { outcome: decision.outcome, revision: newest }
  const { setlist } = decision
  const stored = await insertLiveRevision(trx, { showId: show.id, setlist, notes, createdBy: actorId })
  await addTopicsOfRevision(trx, changed, show, stored)
  return { outcome: 'stored', revision: stored.number }
}

/** The newest revision, and for an undo the one before. */
async function readSituation(
  trx: DatabaseTransaction,
  { id: showId }: Show,
  taps: readonly StoredTap[],
  operation: LiveOperation,
) {
  const readSetlist = (revision: number) => readLiveSetlist(trx, { showId, revision }, taps)
  const newest = (await findSetlist(trx, showId))?.revision ?? 0
  const { notes, ...setlist } = await readSetlist(newest)
  const isUndo = operation.op === 'undo' && newest > 0
  return { newest, notes, setlist, before: isUndo ? await readSetlist(newest - 1) : null }
}

/** Clocks of devices are wrong. */
function clampTime(at: string, now: Date): Date {
  const earliest = now.getTime() - MAX_AGE_MS
  return new Date(Math.min(Math.max(Date.parse(at), earliest), now.getTime()))
}
