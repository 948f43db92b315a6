import type { Database } from '@called-it/infra/postgres/client'
import { listBlockedWords } from '@called-it/infra/postgres/queries/moderation/moderation'
import { RESERVED_NAMES } from '@called-it/shared/contract/display-name'
import { FIELD_TEXTS } from '@called-it/shared/contract/entered-fields'
import { ApiError } from '../http/errors.ts'
import { containsWord, skeletonOf } from './name-skeleton.ts'

const RESERVED = new Set(RESERVED_NAMES.map(skeletonOf))

/**
 * For new names of users and leagues.
 *
 * @param path the field of the request
 * @throws ApiError `invalid` for a name that looks like a reserved one or has a blocked word
 */
export async function checkName(db: Database, name: string, path: 'display_name' | 'name'): Promise<void> {
  const { reserved } = path === 'name' ? FIELD_TEXTS.leagueName : FIELD_TEXTS.displayName
  if (RESERVED.has(skeletonOf(name))) throw refusal(path, reserved)
  if (containsWord(name, await listBlockedWords(db))) throw refusal(path, FIELD_TEXTS.nameBlocked)
}

function refusal(path: string, message: string): ApiError {
  return new ApiError('invalid', { issues: [{ path, message }] })
}
