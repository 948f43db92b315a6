import type { Database } from '@called-it/infra/postgres/client'
import { findShowChances } from '@called-it/infra/postgres/queries/chances/show-chances'
import type { ResponseBody } from '@called-it/shared/contract/endpoint'
import type { Endpoints } from '@called-it/shared/contract/endpoints'
import { getShow } from '../../resources/show.ts'

/** @throws ApiError `show_not_found` */
export async function readChances(
  db: Database,
  showId: number,
): Promise<ResponseBody<Endpoints['getChances']>> {
  const { id } = await getShow(db, showId)
  const found = await findShowChances(db, id)
  if (!found) return { chances: null }
  const { method, page, madeAt, isFrozen, newestDay } = found
  const lastDay = page.shows[0]?.date ?? null
  return {
    chances: {
      ...page,
      method,
      made_at: madeAt.toISOString(),
      is_outdated: !isFrozen && newestDay !== null && (lastDay === null || lastDay < newestDay),
      is_frozen: isFrozen,
    },
  }
}
