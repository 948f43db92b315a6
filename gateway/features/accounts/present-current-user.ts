import type { User } from '@called-it/infra/postgres/queries/accounts/users'
import type { CurrentUser } from '@called-it/shared/contract/current-user'

/** @param user with the rights of the session */
export function presentCurrentUser(user: User): CurrentUser {
  return {
    id: user.id,
    // Null only for deleted users, who cannot log in.
    email: user.email ?? '',
    display_name: user.displayName,
    avatar_path: user.avatarPath,
    shows_picks: user.showsPicks,
    language: user.language,
    is_admin: user.isAdmin,
    is_live_operator: user.isLiveOperator,
    rights_rest: user.resting !== undefined,
    rights_rest_at: user.rightsRestAt?.toISOString() ?? null,
    email_verified: user.emailVerifiedAt !== null,
    has_password: user.hasPassword,
    has_passkey: user.hasPasskey,
    created_at: user.createdAt.toISOString(),
  }
}
