import type { Database } from '@called-it/infra/postgres/client'
import { listBlockedWords } from '@called-it/infra/postgres/queries/moderation/blocked-words'
import { FIELD_TEXTS } from '@called-it/shared/contract/entered-fields'
import { containsWord } from '@called-it/shared/contract/folded-name'
import { ApiError } from '../http/errors.ts'

/**
 * For new names of fans and leagues.
 *
 * @param path the field of the request
 * @throws ApiError `invalid` for a name with a blocked word
 */
export async function checkName(db: Database, name: string, path: string): Promise<void> {
  if (!containsWord(name, await listBlockedWords(db))) return
  throw new ApiError('invalid', { issues: [{ path, message: FIELD_TEXTS.nameBlocked }] })
}
