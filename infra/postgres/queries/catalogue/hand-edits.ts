import { MADE_BY_HAND } from '@called-it/shared/contract/catalogue'
import { sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import { PREDICTION_COUNT } from '../predictions/predictions.ts'
import { SHOW_ORDER, type Show, selectShows } from './shows.ts'
import { selectTours, type Tour } from './tours.ts'

/* Tours and shows that admins insert and edit, with the columns for admins only. */

/** `editedByHand` keeps imports from changing the row. */
type Provenance = { source: string; editedByHand: boolean }

export type AdminTour = Tour & Provenance

export type AdminShow = Show &
  Provenance & {
    excluded: boolean
    exclusionReason: string | null
    vanished: boolean
    predictions: number
    /** The current setlist; both null without one. */
    revision: number | null
    revisionOrigin: 'source' | 'hand' | null
    setStartsLocal: string | null
    setLocksAt: Date | null
  }

export type TourFacts = Omit<Tour, 'id'>
export type ShowFacts = Pick<Show, 'showdate' | 'venue' | 'city' | 'state' | 'country' | 'tourId'>

function selectAdminTours(db: Database) {
  return selectTours(db).select(['source', 'edited_by_hand as editedByHand'])
}

export async function findAdminTour(db: Database, tourId: number): Promise<AdminTour | null> {
  return (await selectAdminTours(db).where('id', '=', tourId).executeTakeFirst()) ?? null
}

export async function findTourForUpdate(trx: DatabaseTransaction, tourId: number): Promise<AdminTour | null> {
  const tour = await selectAdminTours(trx).where('id', '=', tourId).forNoKeyUpdate().executeTakeFirst()
  return tour ?? null
}

function selectAdminShows(db: Database) {
  return selectShows(db)
    .leftJoin('setlist_revisions as revision', 'revision.id', 'shows.setlist_revision_id')
    .select([
      'shows.source',
      'shows.edited_by_hand as editedByHand',
      'shows.excluded',
      'shows.exclusion_reason as exclusionReason',
      sql<boolean>`shows.vanished_at IS NOT NULL`.as('vanished'),
      'revision.number as revision',
      'revision.origin as revisionOrigin',
      'shows.set_starts_local as setStartsLocal',
      'shows.set_locks_at as setLocksAt',
      PREDICTION_COUNT.as('predictions'),
    ])
}

export async function findAdminShow(db: Database, showId: number): Promise<AdminShow | null> {
  return (await selectAdminShows(db).where('shows.id', '=', showId).executeTakeFirst()) ?? null
}

export async function listAdminShows(db: Database, tourId: number | null): Promise<AdminShow[]> {
  return selectAdminShows(db)
    .where((eb) => (tourId === null ? eb('shows.tour_id', 'is', null) : eb('shows.tour_id', '=', tourId)))
    .orderBy(SHOW_ORDER)
    .execute()
}

export async function insertHandTour(trx: DatabaseTransaction, tour: TourFacts): Promise<number> {
  const { id } = await trx
    .insertInto('tours')
    .values({ source: MADE_BY_HAND, source_id: sql<string>`uuidv7()::text`, ...tourColumns(tour) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateTour(
  trx: DatabaseTransaction,
  tourId: number,
  { editedByHand, ...tour }: TourFacts & Pick<Provenance, 'editedByHand'>,
): Promise<void> {
  await trx
    .updateTable('tours')
    .set({ ...tourColumns(tour), edited_by_hand: editedByHand })
    .where('id', '=', tourId)
    .execute()
}

function tourColumns({ name, startDate, endDate, description }: TourFacts) {
  return { name, start_date: startDate, end_date: endDate, description }
}

export async function insertHandShow(trx: DatabaseTransaction, show: ShowFacts): Promise<number> {
  const { id } = await trx
    .insertInto('shows')
    .values({ source: MADE_BY_HAND, source_id: sql<string>`uuidv7()::text`, ...showColumns(show) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** A scored show that changes its tour needs its points moved as well. */
export async function updateShow(
  trx: DatabaseTransaction,
  showId: number,
  { editedByHand, ...show }: ShowFacts & Pick<Provenance, 'editedByHand'>,
): Promise<void> {
  await trx
    .updateTable('shows')
    .set({ ...showColumns(show), edited_by_hand: editedByHand })
    .where('id', '=', showId)
    .execute()
}

function showColumns({ showdate, venue, city, state, country, tourId }: ShowFacts) {
  return { showdate, venue, city, state, country, tour_id: tourId }
}

/** Move the show's points between the boards in the same transaction. */
export async function updateTourOfShow(
  trx: DatabaseTransaction,
  showId: number,
  tourId: number | null,
): Promise<void> {
  await trx.updateTable('shows').set({ tour_id: tourId }).where('id', '=', showId).execute()
}
