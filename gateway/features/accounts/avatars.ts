import { type Avatar, ImageError, makeAvatar } from '@called-it/infra/images/avatar'
import { changeAndPublish } from '@called-it/infra/live/change'
import type { LivePublisher } from '@called-it/infra/live/publisher'
import type { Database } from '@called-it/infra/postgres/client'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { findAvatar, upsertAvatar } from '@called-it/infra/postgres/queries/accounts/avatars'
import { pathId } from '@called-it/shared/contract/fields'
import type { Express } from 'express'
import { ApiError } from '../../http/errors.ts'
import { requestFacts } from '../../http/request-facts.ts'
import { limitConcurrency } from '../../overload/limit-concurrency.ts'
import type { GatewayParts } from '../../parts.ts'
import { type Actor, ownAccountEntry } from './audit.ts'
import { addBoardsOf } from './profile.ts'

type AvatarParts = { readonly db: Database; readonly publisher: LivePublisher }

/** Drawing a large picture takes a core and a few hundred megabytes for a second; who waits holds their file. */
const limitDrawing = limitConcurrency(1, 4)

/**
 * Makes a picture the avatar of whoever sends it, and answers with its hash.
 *
 * @throws ApiError `not_a_picture` or `picture_too_large`; `unavailable` where too many pictures wait already;
 * `not_logged_in` where the profile was deleted meanwhile
 */
export async function changeAvatar(
  { db, publisher }: AvatarParts,
  actor: Actor,
  picture: Buffer,
): Promise<string> {
  const avatar = await limitDrawing(() => draw(picture))
  await changeAndPublish(db, publisher, async (trx, changed) => {
    if (!(await upsertAvatar(trx, actor.actorId, avatar))) throw new ApiError('not_logged_in')
    await addBoardsOf(trx, actor.actorId, changed)
    await insertAuditEntry(trx, ownAccountEntry(actor.actorId, actor, 'avatar-changed'))
  })
  return avatar.contentHash
}

async function draw(picture: Buffer): Promise<Avatar> {
  try {
    return await makeAvatar(picture)
  } catch (error) {
    if (!(error instanceof ImageError)) throw error
    throw new ApiError(error.reason === 'too-large' ? 'picture_too_large' : 'not_a_picture')
  }
}

const FILE = /^([0-9a-f]{64})\.webp$/

/** Serves the pictures at their addresses (see `avatarAddress`), to anyone and without asking who it is. */
export function mountAvatars(app: Express, { postgres }: Pick<GatewayParts, 'postgres'>): void {
  app.get('/api/avatars/:userId/:file', async (request, response) => {
    requestFacts(request).route = 'avatar'
    const userId = pathId.safeParse(request.params.userId)
    if (!userId.success) throw new ApiError('malformed_path')
    const [, contentHash] = FILE.exec(request.params.file) ?? []
    const webp = contentHash === undefined ? null : await findAvatar(postgres.db, userId.data, contentHash)
    if (webp === null) throw new ApiError('not_found')
    // Another picture has another address.
    response.set('Cache-Control', 'public, max-age=31536000, immutable').type('image/webp').send(webp)
  })
}
