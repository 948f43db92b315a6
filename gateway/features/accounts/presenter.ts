import type { User } from '@called-it/infra/postgres/queries/accounts/users'
import type { CurrentUser } from '@called-it/shared/contract/accounts'
import { avatarAddress } from './avatar-address.ts'

/** What somebody who is logged in is told about themselves. */
export function presentCurrentUser(user: User): CurrentUser {
  return {
    id: user.id,
    // Empty only for a deleted profile, and nobody is logged in as one.
    email: user.email ?? '',
    display_name: user.displayName,
    avatar_path: avatarAddress(user.id, user.avatarHash),
    is_admin: user.isAdmin,
    email_verified: user.emailVerifiedAt !== null,
    created_at: user.createdAt.toISOString(),
  }
}
