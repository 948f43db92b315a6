import type { User } from '@called-it/infra/postgres/queries/accounts/users'
import type { ListedUser } from '@called-it/shared/contract/users'

export function presentListedUser(user: User): ListedUser {
  return {
    id: user.id,
    // Null only for deleted users, who are not listed.
    email: user.email ?? '',
    display_name: user.displayName,
    is_admin: user.isAdmin,
    is_live_operator: user.isLiveOperator,
    email_verified: user.emailVerifiedAt !== null,
    is_suspended: user.suspendedAt !== null,
    created_at: user.createdAt.toISOString(),
  }
}
