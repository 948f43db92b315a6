import type { AnnouncementKind } from '@called-it/shared/notifications/catalogue'
import type { Generated, GeneratedAlways } from 'kysely'
import type { CreatedAt, Json, NullableInstant, NullableJson } from './columns.ts'

export type AnnouncementsTable = {
  id: GeneratedAlways<number>
  kind: AnnouncementKind
  show_id: number | null
  payload: Json<Record<string, unknown>>
  revision_id: number | null
  merged: NullableJson<[songId: number, into: number][]>
  created_at: CreatedAt
  sent_at: NullableInstant
}

export type NotificationsTable = {
  id: GeneratedAlways<number>
  user_id: number
  announcement_id: number
  detail: NullableJson<Record<string, unknown>>
  created_at: Generated<Date>
  read_at: NullableInstant
  on_page: Generated<boolean>
}
