import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { CreatedAt, Instant, Json, NullableInstant } from './columns.ts'

export type UsersTable = {
  id: GeneratedAlways<number>
  email: string | null
  display_name: string
  sort_name: string
  password_hash: string | null
  is_admin: Generated<boolean>
  email_verified_at: NullableInstant
  created_at: CreatedAt
  deleted_at: NullableInstant
  shows_picks: Generated<boolean>
  is_live_operator: Generated<boolean>
  suspended_at: NullableInstant
  language: string | null
}

export type AvatarsTable = {
  user_id: number
  content_hash: string
  webp: Buffer
  created_at: CreatedAt
}

export type AuthTokensTable = {
  id: GeneratedAlways<number>
  user_id: number
  purpose: 'verify-email' | 'reset-password' | 'log-in'
  token_hash: Buffer
  created_at: CreatedAt
  expires_at: Instant
  used_at: NullableInstant
  voided_at: NullableInstant
}

export type RegistrationsTable = {
  id: GeneratedAlways<number>
  email: string
  display_name: string
  password_hash: string
  shows_picks: boolean
  invitation: string | null
  show_id: number | null
  created_at: CreatedAt
  language: string | null
}

export type RegistrationTokensTable = {
  token_hash: Buffer
  registration_id: number
  purpose: AuthTokensTable['purpose']
  created_at: CreatedAt
  expires_at: Instant
  voided_at: NullableInstant
}

export type SessionsTable = {
  sid: string
  sess: JSONColumnType<Record<string, unknown>>
  expire: Instant
  user_id: GeneratedAlways<number | null>
}

export type AuditLogTable = {
  id: GeneratedAlways<number>
  at: CreatedAt
  actor_id: number | null
  action: string
  subject: string | null
  address: string | null
  request_id: string | null
  details: Json<Record<string, unknown>>
}
