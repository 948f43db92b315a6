import type { User } from '@called-it/infra/postgres/queries/accounts/users'
import type { CurrentUser } from '@called-it/shared/contract/current-user'

export function presentCurrentUser(user: User): CurrentUser {
  return {
    id: user.id,
    // Null only for deleted users, who cannot log in.
    email: user.email ?? '',
    display_name: user.displayName,
    avatar_path: user.avatarPath,
    shows_picks: user.showsPicks,
    is_admin: user.isAdmin,
    is_live_operator: user.isLiveOperator,
    email_verified: user.emailVerifiedAt !== null,
    created_at: user.createdAt.toISOString(),
  }
}
