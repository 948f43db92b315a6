import { randomBytes } from 'node:crypto'
import type { Database } from '@called-it/infra/postgres/client'
import { findPrediction } from '@called-it/infra/postgres/queries/predictions/predictions'
import { type OwnCard, storeShare } from '@called-it/infra/postgres/queries/shares/shares'
import { ApiError } from '../../http/errors.ts'
import { getShow } from '../../resources/show.ts'

const TOKEN_BYTES = 16

/**
 * Shares the card of a show and returns the token of its page, the same each time.
 *
 * @throws ApiError `show_not_found`, `prediction_not_found`
 */
export async function shareCard(db: Database, card: OwnCard): Promise<string> {
  const show = await getShow(db, card.showId)
  if (!(await findPrediction(db, show.id, card.userId))) throw new ApiError('prediction_not_found')
  return storeShare(db, card, randomBytes(TOKEN_BYTES).toString('base64url'))
}
