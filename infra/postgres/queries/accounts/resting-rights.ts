import { sql } from 'kysely'

/** Days that admins and operators have from their first login on, or from being made one. */
export const GRACE_DAYS = 14

/** When rights begin to rest in sessions that have not used a passkey; null for fans, and before the first login. */
export const RIGHTS_REST_AT = sql<Date | null>`CASE WHEN users.is_admin OR users.is_live_operator
  THEN users.first_login_at + make_interval(days => ${sql.lit(GRACE_DAYS)}) END`
