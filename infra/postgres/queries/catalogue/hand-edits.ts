import { MADE_BY_HAND } from '@called-it/shared/contract/catalogue'
import { type Selectable, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../client.ts'
import type { ToursTable } from '../../schema/catalogue.ts'
import { PREDICTION_COUNT } from '../predictions/predictions.ts'
import { SHOW_ORDER, type Show, selectShows } from './shows.ts'
import { selectTours } from './tours.ts'

/* Tours and shows that admins insert and edit, with the columns for admins only. */

/** It keeps imports from changing the row. */
type Edited = { edited_by_hand: boolean }

export type TourFacts = Pick<Selectable<ToursTable>, 'name' | 'start_date' | 'end_date' | 'description'>
export type ShowFacts = Pick<Show, 'showdate' | 'venue' | 'city' | 'state' | 'country' | 'tourId'>

function selectAdminTours(db: Database) {
  return selectTours(db).select(['source', 'edited_by_hand'])
}

export async function findAdminTour(db: Database, tourId: number) {
  return (await selectAdminTours(db).where('id', '=', tourId).executeTakeFirst()) ?? null
}

export async function findTourForUpdate(trx: DatabaseTransaction, tourId: number) {
  return (await selectAdminTours(trx).where('id', '=', tourId).forNoKeyUpdate().executeTakeFirst()) ?? null
}

function selectAdminShows(db: Database) {
  return selectShows(db)
    .leftJoin('setlist_revisions as revision', 'revision.id', 'shows.setlist_revision_id')
    .select([
      'shows.source',
      'shows.edited_by_hand',
      'shows.excluded',
      'shows.exclusion_reason',
      sql<boolean>`shows.vanished_at IS NOT NULL`.as('vanished'),
      sql<{ revision: number; origin: 'source' | 'hand' } | null>`
        CASE WHEN revision.id IS NOT NULL
          THEN json_build_object('revision', revision.number, 'origin', revision.origin) END`.as('setlist'),
      'shows.set_starts_local',
      'shows.set_locks_at',
      PREDICTION_COUNT.as('predictions'),
    ])
}

export type AdminShow = Awaited<ReturnType<typeof listAdminShows>>[number]

export async function findAdminShow(db: Database, showId: number) {
  return (await selectAdminShows(db).where('shows.id', '=', showId).executeTakeFirst()) ?? null
}

export async function listAdminShows(db: Database, tourId: number | null) {
  return selectAdminShows(db)
    .where((eb) => (tourId === null ? eb('shows.tour_id', 'is', null) : eb('shows.tour_id', '=', tourId)))
    .orderBy(SHOW_ORDER)
    .execute()
}

export async function insertHandTour(trx: DatabaseTransaction, tour: TourFacts): Promise<number> {
  const { id } = await trx
    .insertInto('tours')
    .values({ source: MADE_BY_HAND, source_id: sql<string>`uuidv7()::text`, ...tour })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateTour(
  trx: DatabaseTransaction,
  tourId: number,
  tour: TourFacts & Edited,
): Promise<void> {
  await trx.updateTable('tours').set(tour).where('id', '=', tourId).execute()
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
  { edited_by_hand, ...show }: ShowFacts & Edited,
): Promise<void> {
  await trx
    .updateTable('shows')
    .set({ ...showColumns(show), edited_by_hand })
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
