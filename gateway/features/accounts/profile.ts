import { changeAndPublish } from '@called-it/infra/events/change'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { deleteLoginLinks } from '@called-it/infra/postgres/queries/accounts/login-links'
import { eraseDataOfUser } from '@called-it/infra/postgres/queries/accounts/user-columns'
import {
  eraseUser,
  holdActiveUserForUpdate,
  isLastAdmin,
  type User,
  updateDisplayName,
  updateSwitch,
} from '@called-it/infra/postgres/queries/accounts/users'
import type { profileBody } from '@called-it/shared/contract/accounts'
import { topics } from '@called-it/shared/contract/events'
import type { z } from 'zod'
import type { Actor } from '../../auth/actor.ts'
import { ApiError } from '../../http/errors.ts'
import { addBoardsOfUser } from '../../resources/boards-of-user.ts'
import { accountEntry } from './audit-entries.ts'
import type { PasswordParts } from './passwords.ts'

type ProfileParts = Pick<PasswordParts, 'db' | 'publisher'>

/** @throws ApiError `not_logged_in` for a profile that was deleted or suspended meanwhile */
export async function changeProfile(
  { db, publisher }: ProfileParts,
  actor: Actor,
  { display_name: displayName, shows_picks: showsPicks }: z.output<typeof profileBody>,
): Promise<void> {
  const userId = actor.actorId
  await changeAndPublish(db, publisher, async (trx, changed) => {
    if (!(await holdActiveUserForUpdate(trx, userId))) throw new ApiError('not_logged_in')
    if (displayName !== undefined) {
      await updateDisplayName(trx, userId, displayName)
      await addBoardsOfUser(trx, userId, changed)
      await insertAuditEntry(trx, accountEntry(userId, actor, 'name-changed'))
    }
    if (showsPicks !== undefined && (await updateSwitch(trx, userId, 'shows_picks', showsPicks))) {
      const action = showsPicks ? 'picks-shown' : 'picks-hidden'
      await insertAuditEntry(trx, accountEntry(userId, actor, action))
    }
  })
}

/**
 * docs/rules.md, "Leaving": erases the personal data and the open predictions; scores stay.
 *
 * @throws ApiError `last_admin`
 */
export async function deleteProfile(
  { db, publisher }: ProfileParts,
  user: User,
  actor: Actor,
): Promise<void> {
  const userId = user.id
  await changeAndPublish(db, publisher, async (trx, changed) => {
    if ((user.isAdmin || user.resting?.isAdmin) && (await isLastAdmin(trx, userId)))
      throw new ApiError('last_admin')
    await deleteLoginLinks(trx, userId)
    if (!(await eraseUser(trx, userId))) return
    await addBoardsOfUser(trx, userId, changed)
    changed.add(topics.deletions)
    await insertAuditEntry(trx, accountEntry(userId, actor, 'deleted'))
    await eraseDataOfUser(trx, userId)
  })
  await publisher.publish('session:revoked', { userId, reason: 'ended' })
}
