import type { GeneratedAlways } from 'kysely'
import type { CreatedAt, NullableInstant } from './columns.ts'

export type ApiKeysTable = {
  id: GeneratedAlways<number>
  user_id: number
  name: string
  key_hash: Buffer
  hint: string
  created_at: CreatedAt
  last_used_at: NullableInstant
}
