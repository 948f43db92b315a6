import type { Database } from '@called-it/infra/postgres/client'
import { consumeToken, findTokenUser, isLinkOf } from '@called-it/infra/postgres/queries/accounts/auth-tokens'
import { findPasswordHash, findUserById, type User } from '@called-it/infra/postgres/queries/accounts/users'

/**
 * The user of the registration that a browser has made, once that is confirmed; uses its token up. The password hash is
 * read while the user's row is held, so that the login fails where a change of the password overtakes it.
 *
 * @param link the token of a link that the browser has confirmed, which may be of somebody else
 * @returns null while it is not confirmed, and for an unknown token
 */
export async function consumeBrowserToken(
  db: Database,
  token: string,
  link: string | undefined,
): Promise<{ user: User; passwordHash: string | null } | null> {
  const userId = await findTokenUser(db, 'log-in', token)
  if (userId === null) return null
  if (link !== undefined && !(await isLinkOf(db, userId, link))) return null
  return db.transaction().execute(async (trx) => {
    const { outcome } = await consumeToken(trx, 'log-in', token)
    const [user, passwordHash] = [await findUserById(trx, userId), await findPasswordHash(trx, userId)]
    if (outcome !== 'consumed') return null
    return user && user.suspendedAt === null ? { user, passwordHash } : null
  })
}
