import { changeAndPublish } from '@called-it/infra/events/change'
import type { Database, DatabaseTransaction } from '@called-it/infra/postgres/client'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import {
  findAdminShow,
  findAdminTour,
  findTourForUpdate,
  insertHandShow,
  insertHandTour,
  type ShowFacts,
  updateShow,
  updateTour,
} from '@called-it/infra/postgres/queries/catalogue/hand-edits'
import { findShowForUpdate } from '@called-it/infra/postgres/queries/catalogue/shows'
import { findTour } from '@called-it/infra/postgres/queries/catalogue/tours'
import { getTopicVersion } from '@called-it/infra/postgres/queries/events/topic-versions'
import { settleShowTimes } from '@called-it/infra/show-times/settle-show-times'
import { MADE_BY_HAND, type showEdit, type tourEdit } from '@called-it/shared/contract/catalogue'
import { topics } from '@called-it/shared/contract/events'
import { said } from '@called-it/shared/languages/said'
import type { z } from 'zod'
import type { Actor } from '../../auth/actor.ts'
import { ApiError } from '../../http/errors.ts'
import type { GatewayParts } from '../../parts.ts'
import { type RequestRunParts, requestRun } from '../../runs/request-run.ts'

type Parts = Pick<GatewayParts, 'postgres' | 'publisher'>
type TourEdit = z.output<typeof tourEdit>
type ShowEdit = z.output<typeof showEdit>

/** @throws ApiError `tour_not_found` */
export async function getAdminTour(db: Database, tourId: number) {
  const tour = await findAdminTour(db, tourId)
  if (!tour) throw new ApiError('tour_not_found')
  return tour
}

/** @throws ApiError `show_not_found` */
export async function getAdminShow(db: Database, showId: number) {
  const show = await findAdminShow(db, showId)
  if (!show) throw new ApiError('show_not_found')
  return show
}

export function createTour(
  { postgres, publisher }: Parts,
  actor: Actor,
  form: Omit<TourEdit, 'followSource'>,
): Promise<number> {
  return changeAndPublish(postgres.db, publisher, async (trx, changed) => {
    const tourId = await insertHandTour(trx, form)
    await insertAuditEntry(trx, { ...actor, action: 'tour:added', subject: `tour:${tourId}`, details: form })
    changed.add(topics.catalogue)
    return tourId
  })
}

/**
 * Imports leave an edited tour as it is until it follows its source again.
 *
 * @throws ApiError `tour_not_found`; 422 when a tour made by hand is to follow a source
 */
export function editTour(
  { postgres, publisher }: Parts,
  actor: Actor,
  tourId: number,
  { followSource, ...form }: TourEdit,
): Promise<void> {
  return changeAndPublish(postgres.db, publisher, async (trx, changed) => {
    const stored = await findTourForUpdate(trx, tourId)
    if (!stored) throw new ApiError('tour_not_found')
    const tour = { ...form, edited_by_hand: isKept(stored, followSource, holdsAll(stored, form)) }
    if (holdsAll(stored, tour)) return
    await updateTour(trx, tourId, tour)
    await insertAuditEntry(trx, {
      ...actor,
      action: 'tour:edited',
      subject: `tour:${tourId}`,
      details: { ...form, followSource },
    })
    changed.add(topics.catalogue)
  })
}

/** @throws ApiError 422 for an unknown tour */
export function createShow(
  { postgres, publisher }: Parts,
  actor: Actor,
  form: Omit<ShowEdit, 'followSource' | 'version'>,
): Promise<number> {
  return changeAndPublish(postgres.db, publisher, async (trx, changed) => {
    await checkTour(trx, form.tour_id)
    const showId = await insertHandShow(trx, showFacts(form))
    await insertAuditEntry(trx, {
      ...actor,
      action: 'show:added',
      subject: topics.show(showId),
      details: form,
    })
    await settleTimes(trx, showId, changed)
    changed.add(topics.show(showId)).add(topics.catalogue)
    return showId
  })
}

/**
 * Imports leave an edited show as it is until it follows its source again. A run moves a scored show to another tour,
 * because it also moves the points.
 *
 * @returns the response of that run; null when none is needed
 * @throws ApiError `show_not_found`; `stale_version`; 422 for an unknown tour, or when a show made by hand is to
 *   follow a source
 */
export function editShow(
  parts: RequestRunParts,
  actor: Actor,
  disconnected: AbortSignal,
  showId: number,
  { followSource, version, ...form }: ShowEdit,
) {
  return requestRun(parts, actor, disconnected, 'move-show', async (trx, changed) => {
    const stored = await getShowForEdit(trx, showId, version)
    await checkTour(trx, form.tour_id)
    const wanted = showFacts(form)
    const edited_by_hand = isKept(stored, followSource, holdsAll(stored, wanted))
    const movesPoints = stored.isScored && stored.tourId !== wanted.tourId
    const facts = movesPoints ? { ...wanted, tourId: stored.tourId } : wanted
    if (!holdsAll(stored, { ...facts, edited_by_hand })) {
      await updateShow(trx, showId, { ...facts, edited_by_hand })
      await insertAuditEntry(trx, {
        ...actor,
        action: 'show:edited',
        subject: topics.show(showId),
        details: { ...form, followSource },
      })
      await settleTimes(trx, showId, changed)
      changed.add(topics.show(showId)).add(topics.catalogue)
    }
    return movesPoints ? { showId, tourId: wanted.tourId } : null
  })
}

/** A lock that has not passed moves with the date and the place. */
async function settleTimes(trx: DatabaseTransaction, editedId: number, changed: Set<string>): Promise<void> {
  for (const { showId } of await settleShowTimes(trx, [editedId])) changed.add(topics.show(showId))
}

async function getShowForEdit(trx: DatabaseTransaction, showId: number, version: number | undefined) {
  if (!(await findShowForUpdate(trx, showId))) throw new ApiError('show_not_found')
  // After taking the lock, so that a concurrent edit is seen.
  if (version !== undefined && version !== (await getTopicVersion(trx, topics.show(showId)))) {
    throw new ApiError('stale_version')
  }
  return getAdminShow(trx, showId)
}

async function checkTour(trx: DatabaseTransaction, tourId: number | null): Promise<void> {
  if (tourId === null || (await findTour(trx, tourId))) return
  throw new ApiError('invalid', { issues: [{ path: 'tour_id', message: said('field.no-tour') }] })
}

/** Whether imports leave the row as it is. An edit that changes nothing does not count. */
function isKept(
  stored: { source: string; edited_by_hand: boolean },
  followSource: boolean,
  isUnchanged: boolean,
): boolean {
  if (stored.source === MADE_BY_HAND) {
    if (!followSource) return false
    throw new ApiError('invalid', { issues: [{ path: 'followSource', message: said('field.by-hand') }] })
  }
  return !followSource && (stored.edited_by_hand || !isUnchanged)
}

function holdsAll<Row extends object>(stored: Row, facts: Partial<Row>): boolean {
  const values = new Map<string, unknown>(Object.entries(stored))
  return Object.entries(facts).every(([name, value]) => values.get(name) === value)
}

function showFacts(form: Omit<ShowEdit, 'followSource' | 'version'>): ShowFacts {
  const { showdate, venue, city, state, country, tour_id: tourId } = form
  return { showdate, venue, city, state, country, tourId }
}
