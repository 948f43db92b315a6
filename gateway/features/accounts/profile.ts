import { changeAndPublish } from '@called-it/infra/live/change'
import type { DatabaseTransaction } from '@called-it/infra/postgres/client'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { deleteTokens } from '@called-it/infra/postgres/queries/accounts/auth-tokens'
import { deleteAvatar } from '@called-it/infra/postgres/queries/accounts/avatars'
import { deleteSessions } from '@called-it/infra/postgres/queries/accounts/sessions'
import { eraseUser, updateDisplayName } from '@called-it/infra/postgres/queries/accounts/users'
import { deleteOpenPredictions } from '@called-it/infra/postgres/queries/predictions/predictions'
import { listBoardsOfUser } from '@called-it/infra/postgres/queries/standings/standings'
import { topics } from '@called-it/shared/contract/live'
import { type Actor, ownAccountEntry } from './audit.ts'
import type { PasswordParts } from './passwords.ts'

type ProfileParts = Pick<PasswordParts, 'db' | 'publisher'>

/** Gives a fan another name, on every open board as well. */
export async function changeName(
  { db, publisher }: ProfileParts,
  actor: Actor,
  displayName: string,
): Promise<void> {
  await changeAndPublish(db, publisher, async (trx, changed) => {
    await updateDisplayName(trx, actor.actorId, displayName)
    await addBoardsOf(trx, actor.actorId, changed)
    await insertAuditEntry(trx, ownAccountEntry(actor.actorId, actor, 'name-changed'))
  })
}

/**
 * Deletes a fan's profile (docs/rules.md, "Leaving"): who they were goes, and so do the picks that could still be
 * changed; what was scored stays.
 */
export async function deleteProfile({ db, publisher }: ProfileParts, actor: Actor): Promise<void> {
  const userId = actor.actorId
  await changeAndPublish(db, publisher, async (trx, changed) => {
    if (!(await eraseUser(trx, userId))) return
    await deleteSessions(trx, userId)
    await deleteTokens(trx, userId)
    await deleteAvatar(trx, userId)
    await deleteOpenPredictions(trx, userId)
    await addBoardsOf(trx, userId, changed)
    await insertAuditEntry(trx, ownAccountEntry(userId, actor, 'deleted'))
  })
  await publisher.publish('session:revoked', { userId, reason: 'ended' })
}

/** Boards show names and pictures, so that a change of them is theirs too. */
export async function addBoardsOf(
  trx: DatabaseTransaction,
  userId: number,
  changed: Set<string>,
): Promise<void> {
  for (const board of await listBoardsOfUser(trx, userId)) changed.add(topics.board(board))
}
