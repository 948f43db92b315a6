import type { Database } from '@called-it/infra/postgres/client'
import type { SharedCard } from '@called-it/shared/contract/shares'
import type { Site } from '@called-it/shared/contract/site'
import { ApiError } from '../http/errors.ts'

/** @throws ApiError `share_not_found`, `share_gone` */
export async function readSharedCard(_db: Database, _site: Site, _token: string): Promise<SharedCard> {
  throw new ApiError('share_not_found')
}
