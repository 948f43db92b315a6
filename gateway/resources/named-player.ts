import type { ShownPlayer } from '@called-it/infra/postgres/queries/players/players'
import type { NamedPlayer } from '@called-it/shared/contract/players'
import { avatarPath } from './avatar-path.ts'

export function presentPlayer({ id, displayName, avatarHash }: ShownPlayer): NamedPlayer {
  return { id, display_name: displayName, avatar_path: avatarPath(id, avatarHash) }
}
