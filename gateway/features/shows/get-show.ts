import type { Database } from '@called-it/infra/postgres/client'
import { findShow, type Show } from '@called-it/infra/postgres/queries/catalogue/shows'
import { RequestError } from '../../http/errors.ts'

/**
 * The show of an id.
 *
 * @throws RequestError `show_not_found`
 */
export async function getShow(db: Database, showId: number): Promise<Show> {
  const show = await findShow(db, showId)
  if (!show) throw new RequestError('show_not_found')
  return show
}
