import type { User } from '@called-it/infra/postgres/queries/accounts/users'
import type { CurrentUser } from '@called-it/shared/contract/current-user'
import { avatarPath } from '../../resources/avatar-path.ts'

export function presentCurrentUser(user: User): CurrentUser {
  return {
    id: user.id,
    // Null only for deleted users, who cannot log in.
    email: user.email ?? '',
    display_name: user.displayName,
    avatar_path: avatarPath(user.id, user.avatarHash),
    shows_picks: user.showsPicks,
    is_admin: user.isAdmin,
    is_live_operator: user.isLiveOperator,
    email_verified: user.emailVerifiedAt !== null,
    created_at: user.createdAt.toISOString(),
  }
}
