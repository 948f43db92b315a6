import type { User } from '@called-it/infra/postgres/queries/accounts/users'
import type { NamedPlayer } from '@called-it/shared/contract/players'

/** For a user's own rows, also of one who does not show the picks. */
export function presentPlayer({ id, displayName, avatarPath }: User): NamedPlayer {
  return { id, display_name: displayName, avatar_path: avatarPath }
}
