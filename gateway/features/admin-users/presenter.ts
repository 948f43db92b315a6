import type { User } from '@called-it/infra/postgres/queries/accounts/users'
import type { ListedUser } from '@called-it/shared/contract/admin-users'

export function presentListedUser(user: User): ListedUser {
  return {
    id: user.id,
    // Empty only for a deleted profile, and those are not listed.
    email: user.email ?? '',
    display_name: user.displayName,
    is_admin: user.isAdmin,
    email_verified: user.emailVerifiedAt !== null,
    created_at: user.createdAt.toISOString(),
  }
}
