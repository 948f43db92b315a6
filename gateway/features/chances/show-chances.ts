import type { Database } from '@called-it/infra/postgres/client'
import { findShowChances } from '@called-it/infra/postgres/queries/chances/show-chances'
import { getShow } from '../../resources/show.ts'

/** @throws ApiError `show_not_found` */
export async function readChances(db: Database, showId: number) {
  const { id } = await getShow(db, showId)
  const found = await findShowChances(db, id)
  if (!found) return { chances: null }
  const { page, newestDay, ...chances } = found
  const lastDay = page.shows[0]?.date ?? null
  return {
    chances: {
      ...page,
      ...chances,
      is_outdated: !chances.is_frozen && newestDay !== null && (lastDay === null || lastDay < newestDay),
    },
  }
}
