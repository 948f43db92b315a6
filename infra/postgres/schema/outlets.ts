import type { Channel } from '@called-it/shared/notifications/channels'
import type { Generated, GeneratedAlways } from 'kysely'
import type { CreatedAt, Json, NullableInstant } from './columns.ts'

export type ApiKeysTable = {
  id: GeneratedAlways<number>
  user_id: number
  name: string
  key_hash: Buffer
  hint: string
  created_at: CreatedAt
  last_used_at: NullableInstant
}

export type PublicEventsTable = {
  id: GeneratedAlways<number>
  kind: string
  show_id: number | null
  key: string
  payload: Json<Record<string, unknown>>
  created_at: CreatedAt
}

export type WebhooksTable = {
  id: GeneratedAlways<number>
  name: string
  url: string
  format: 'json' | 'discord' | 'slack'
  kinds: string[]
  has_spoilers: boolean
  secret: string
  created_by: number
  created_at: CreatedAt
  failing_since: NullableInstant
  disabled_at: NullableInstant
}

export type WebhookDeliveriesTable = {
  id: GeneratedAlways<number>
  webhook_id: number
  event_id: number
  attempts: Generated<number>
  last_attempt_at: NullableInstant
  last_status: number | null
  last_error: string | null
  created_at: CreatedAt
  delivered_at: NullableInstant
}

export type NotificationChoicesTable = {
  user_id: number
  kind: string
  channel: Channel
  is_on: boolean
}

export type NotificationSettingsTable = {
  user_id: number
  time_zone: string | null
  has_chosen_zone: Generated<boolean>
  quiet_from: Generated<number>
  quiet_until: Generated<number>
  unsubscribe_token: string | null
}

export type PushSubscriptionsTable = {
  id: GeneratedAlways<number>
  user_id: number
  endpoint: string
  p256dh: string
  auth: string
  created_at: CreatedAt
  reached_at: Date | null
  failed_days: Generated<number>
  failed_on: string | null
  device_key: string | null
  used_at: Generated<Date>
}

export type MessagesTable = {
  id: GeneratedAlways<number>
  user_id: number
  notification_id: number
  channel: Exclude<Channel, 'page'>
  subscription_id: number | null
  created_at: CreatedAt
  done_at: NullableInstant
  due_at: NullableInstant
  urgency: Generated<number>
  expires_at: NullableInstant
  host: string | null
  attempts: Generated<number>
  claimed_by: string | null
  claimed_until: NullableInstant
  outcome: string | null
  last_error: string | null
}

export type RemindersTable = {
  user_id: number
  day: string
  show_id: number
  kind: 'evening-before' | 'before-lock'
  created_at: CreatedAt
}
