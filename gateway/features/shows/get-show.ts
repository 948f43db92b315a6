import type { Database } from '@called-it/infra/postgres/client'
import { findShow, type Show } from '@called-it/infra/postgres/queries/catalogue/shows'
import { ApiError } from '../../http/errors.ts'

/**
 * The show of an id.
 *
 * @throws ApiError `show_not_found`
 */
export async function getShow(db: Database, showId: number): Promise<Show> {
  const show = await findShow(db, showId)
  if (!show) throw new ApiError('show_not_found')
  return show
}
