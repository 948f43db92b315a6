import { changeAndPublish } from '@called-it/infra/events/change'
import type { EventPublisher } from '@called-it/infra/events/publisher'
import { type Avatar, ImageError, makeAvatar } from '@called-it/infra/images/avatar'
import type { Database } from '@called-it/infra/postgres/client'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { findAvatar, upsertAvatar } from '@called-it/infra/postgres/queries/accounts/avatars'
import { pathId } from '@called-it/shared/contract/fields'
import type { Express } from 'express'
import type { Actor } from '../../auth/actor.ts'
import { ApiError } from '../../http/errors.ts'
import { requestFacts } from '../../http/request-facts.ts'
import { limitConcurrency } from '../../overload/limit-concurrency.ts'
import type { GatewayParts } from '../../parts.ts'
import { addBoardsOfUser } from '../../resources/boards-of-user.ts'
import { accountEntry } from './audit-entries.ts'

type AvatarParts = { readonly db: Database; readonly publisher: EventPublisher }

/** Resizing a large image takes a core and a few hundred megabytes for a second; waiting requests hold their file. */
const limitResizing = limitConcurrency(1, 4)

/**
 * @throws ApiError `not_a_picture`; `picture_too_large`; `unavailable` when too many images are waiting;
 *   `not_logged_in` when the user was deleted or suspended meanwhile
 */
export async function changeAvatar(
  { db, publisher }: AvatarParts,
  actor: Actor,
  image: Buffer,
): Promise<void> {
  const avatar = await limitResizing(() => resize(image))
  await changeAndPublish(db, publisher, async (trx, changed) => {
    if (!(await upsertAvatar(trx, actor.actorId, avatar))) throw new ApiError('not_logged_in')
    await addBoardsOfUser(trx, actor.actorId, changed)
    await insertAuditEntry(trx, accountEntry(actor.actorId, actor, 'avatar-changed'))
  })
}

async function resize(image: Buffer): Promise<Avatar> {
  try {
    return await makeAvatar(image)
  } catch (error) {
    if (!(error instanceof ImageError)) throw error
    throw new ApiError(error.reason === 'too-large' ? 'picture_too_large' : 'not_a_picture')
  }
}

const FILE_NAME = /^([0-9a-f]{64})\.webp$/

/** Serves the images of `AVATAR_PATH` without reading the session. */
export function mountAvatars(app: Express, { postgres }: Pick<GatewayParts, 'postgres'>): void {
  app.get('/api/avatars/:userId/:file', async (request, response) => {
    requestFacts(request).route = 'avatar'
    const userId = pathId.safeParse(request.params.userId)
    if (!userId.success) throw new ApiError('malformed_path')
    const [, contentHash] = FILE_NAME.exec(request.params.file) ?? []
    const webp = contentHash === undefined ? null : await findAvatar(postgres.db, userId.data, contentHash)
    if (webp === null) throw new ApiError('not_found')
    // The path contains the hash of the image.
    response.set('Cache-Control', 'public, max-age=31536000, immutable').type('image/webp').send(webp)
  })
}
