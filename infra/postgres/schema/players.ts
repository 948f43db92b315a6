import type { PreviewKind, PreviewLook } from '@called-it/shared/contract/preview-images'
import type { Badge } from '@called-it/shared/game/badges'
import type { Generated, GeneratedAlways } from 'kysely'
import type { CreatedAt, NullableInstant } from './columns.ts'

export type FollowsTable = { user_id: number; followed_user_id: number; created_at: CreatedAt }

export type NightFeatsTable = {
  show_id: number
  user_id: number
  feats: number
  rarest_song: number | null
  rarest_gap: number | null
}

export type BadgesTable = { user_id: number; badge: Badge; show_id: number | null }

export type SharesTable = {
  token: string
  show_id: number
  user_id: number | null
  created_at: CreatedAt
  revoked_at: NullableInstant
}

export type PreviewImagesTable = {
  kind: PreviewKind
  subject: string
  /** With the language, unless it is English. */
  theme: PreviewLook
  revision: string
  png: Buffer
  created_at: Generated<Date>
}

export type SuspensionsTable = {
  user_id: number
  reason: string
  display_name: string
  shows_picks: boolean
  image_hash: string | null
  image: Buffer | null
  suspended_by: number | null
  created_at: CreatedAt
}

export type ReportsTable = {
  id: GeneratedAlways<number>
  kind: 'name' | 'image' | 'league'
  reported_user_id: number | null
  league_id: number | null
  note: string | null
  user_id: number | null
  created_at: CreatedAt
  decision: 'reset-name' | 'remove-image' | 'suspend' | 'dismiss' | null
  decided_at: NullableInstant
  decided_by: number | null
}

export type BlockedWordsTable = { word: string; created_at: CreatedAt; created_by: number | null }
