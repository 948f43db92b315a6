import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'
import type { CreatedAt, Instant, Json, NullableInstant, NullableJson, ReplacedAt } from './columns.ts'

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
  first_login_at: NullableInstant
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
  password_hash: string | null
  passkey: NullableJson<RegisteredPasskey>
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

export type RegisteredPasskey = {
  /** In base64url, as is the key. */
  readonly id: string
  readonly publicKey: string
  readonly counter: number
  readonly name: string
}

export type LoginLinksTable = {
  id: GeneratedAlways<number>
  email: string
  display_name: string | null
  invitation: string | null
  show_id: number | null
  language: string | null
  browser_hash: Buffer
  token_hash: Buffer | null
  code_hash: Buffer | null
  tries: Generated<number>
  created_at: CreatedAt
  used_at: NullableInstant
}

export type PasskeysTable = {
  id: string
  user_id: number
  public_key: Buffer
  counter: ColumnType<string, number, number>
  name: string
  host: string
  created_at: CreatedAt
  last_used_at: NullableInstant
}

export type RecoveryCodesTable = {
  user_id: number
  code_hash: Buffer
}

export type UsedChallengesTable = {
  challenge_hash: Buffer
  used_at: CreatedAt
}

export type ExternalAccountsTable = {
  id: GeneratedAlways<number>
  issuer: string
  subject: string
  user_id: number
  created_at: CreatedAt
  last_used_at: Generated<Date>
}

export type AddressChangesTable = {
  user_id: number
  old_email: string
  new_email: string
  old_token_hash: Buffer | null
  new_token_hash: Buffer | null
  old_confirmed_at: NullableInstant
  new_confirmed_at: NullableInstant
  created_at: ReplacedAt
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
