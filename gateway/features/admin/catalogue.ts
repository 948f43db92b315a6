import { changeAndPublish } from '@called-it/infra/live/change'
import type { Database, DatabaseTransaction } from '@called-it/infra/postgres/client'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import {
  type AdminShow,
  type AdminTour,
  findAdminShow,
  findAdminTour,
  insertHandShow,
  insertHandTour,
  lockTour,
  type ShowFacts,
  type TourFacts,
  updateShow,
  updateTour,
} from '@called-it/infra/postgres/queries/catalogue/hand-edits'
import { lockShowForChange, type Show } from '@called-it/infra/postgres/queries/catalogue/shows'
import { findTour } from '@called-it/infra/postgres/queries/catalogue/tours'
import { getTopicVersion } from '@called-it/infra/postgres/queries/live/topic-versions'
import { MADE_BY_HAND, type showEdit, type tourEdit } from '@called-it/shared/contract/catalogue'
import { topics } from '@called-it/shared/contract/live'
import type { z } from 'zod'
import { ApiError } from '../../http/errors.ts'
import type { GatewayParts } from '../../parts.ts'
import type { Actor } from '../accounts/audit.ts'
import { type RequestRunParts, requestRun } from '../runs/request-run.ts'

type Parts = Pick<GatewayParts, 'postgres' | 'publisher'>
type TourEdit = z.output<typeof tourEdit>
type ShowEdit = z.output<typeof showEdit>

/** @throws ApiError `tour_not_found` */
export async function getAdminTour(db: Database, tourId: number): Promise<AdminTour> {
  const tour = await findAdminTour(db, tourId)
  if (!tour) throw new ApiError('tour_not_found')
  return tour
}

/** @throws ApiError `show_not_found` */
export async function getAdminShow(db: Database, showId: number): Promise<AdminShow> {
  const show = await findAdminShow(db, showId)
  if (!show) throw new ApiError('show_not_found')
  return show
}

/** Adds a tour that no source knows. */
export function createTour(
  { postgres, publisher }: Parts,
  actor: Actor,
  form: Omit<TourEdit, 'followSource'>,
): Promise<number> {
  return changeAndPublish(postgres.db, publisher, async (trx, changed) => {
    const tourId = await insertHandTour(trx, tourFacts(form))
    await insertAuditEntry(trx, { ...actor, action: 'tour:added', subject: `tour:${tourId}`, details: form })
    changed.add(topics.catalogue)
    return tourId
  })
}

/**
 * Edits a tour. A source's tour keeps what was edited through imports, until it is to follow the source again.
 *
 * @throws ApiError `tour_not_found`; 422 where a tour made by hand is to follow a source
 */
export function editTour(
  { postgres, publisher }: Parts,
  actor: Actor,
  tourId: number,
  { followSource, ...form }: TourEdit,
): Promise<void> {
  return changeAndPublish(postgres.db, publisher, async (trx, changed) => {
    const held = await lockTour(trx, tourId)
    if (!held) throw new ApiError('tour_not_found')
    const facts = tourFacts(form)
    const editedByHand = isKept(held, followSource, holdsAll(held, facts))
    if (holdsAll(held, { ...facts, editedByHand })) return
    await updateTour(trx, tourId, { ...facts, editedByHand })
    await insertAuditEntry(trx, {
      ...actor,
      action: 'tour:edited',
      subject: `tour:${tourId}`,
      details: { ...form, followSource },
    })
    changed.add(topics.catalogue)
  })
}

/**
 * Adds a show that no source knows.
 *
 * @throws ApiError 422 where its tour does not exist
 */
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
    changed.add(topics.show(showId)).add(topics.catalogue)
    return showId
  })
}

/**
 * Edits a show. A source's show keeps what was edited through imports, until it is to follow the source again.
 * A scored show goes to another tour by a run, which moves its points as well and may take a while.
 *
 * @returns the response of that run; null where none is needed
 * @throws ApiError `show_not_found`; `stale_version`; 422 where its tour does not exist, or a show made by
 *   hand is to follow a source
 */
export function editShow(
  parts: RequestRunParts,
  actor: Actor,
  caller: AbortSignal,
  showId: number,
  { followSource, version, ...form }: ShowEdit,
) {
  return requestRun(parts, actor, caller, 'move-show', async (trx, changed) => {
    const held = await lockForEdit(trx, showId, version)
    await checkTour(trx, form.tour_id)
    const wanted = showFacts(form)
    const editedByHand = isKept(held, followSource, holdsAll(held, wanted))
    const movesPoints = held.isScored && held.tourId !== wanted.tourId
    const facts = movesPoints ? { ...wanted, tourId: held.tourId } : wanted
    if (!holdsAll(held, { ...facts, editedByHand })) {
      await updateShow(trx, showId, { ...facts, editedByHand })
      await insertAuditEntry(trx, {
        ...actor,
        action: 'show:edited',
        subject: topics.show(showId),
        details: { ...form, followSource },
      })
      changed.add(topics.show(showId)).add(topics.catalogue)
    }
    return movesPoints ? { showId, tourId: wanted.tourId } : null
  })
}

async function lockForEdit(
  trx: DatabaseTransaction,
  showId: number,
  version: number | undefined,
): Promise<Show & Pick<AdminShow, 'source' | 'editedByHand'>> {
  if (!(await lockShowForChange(trx, showId))) throw new ApiError('show_not_found')
  // Read behind the lock, or an edit that was waited for would not be seen.
  if (version !== undefined && version !== (await getTopicVersion(trx, topics.show(showId)))) {
    throw new ApiError('stale_version')
  }
  return getAdminShow(trx, showId)
}

async function checkTour(trx: DatabaseTransaction, tourId: number | null): Promise<void> {
  if (tourId === null || (await findTour(trx, tourId))) return
  throw new ApiError('invalid', { issues: [{ path: 'tour_id', message: 'There is no such tour' }] })
}

/** Whether imports leave the row alone from now on. What nobody has changed is left to its source. */
function isKept(
  held: { source: string; editedByHand: boolean },
  followSource: boolean,
  isUnchanged: boolean,
): boolean {
  if (held.source === MADE_BY_HAND) {
    if (!followSource) return false
    throw new ApiError('invalid', {
      issues: [{ path: 'followSource', message: 'It was made by hand: there is no source to follow' }],
    })
  }
  return !followSource && (held.editedByHand || !isUnchanged)
}

function holdsAll<Row extends object>(held: Row, facts: Partial<Row>): boolean {
  const known = new Map<string, unknown>(Object.entries(held))
  return Object.entries(facts).every(([name, value]) => known.get(name) === value)
}

function tourFacts(form: Omit<TourEdit, 'followSource'>): TourFacts {
  return {
    name: form.name,
    startDate: form.start_date,
    endDate: form.end_date,
    description: form.description,
  }
}

function showFacts(form: Omit<ShowEdit, 'followSource' | 'version'>): ShowFacts {
  const { showdate, venue, city, state, country, tour_id: tourId } = form
  return { showdate, venue, city, state, country, tourId }
}
