import type { Handlers } from '../../http/handler.ts'
import type { GatewayParts } from '../../parts.ts'
import { readNotices } from './service.ts'

export function noticeRoutes({
  postgres: { db },
}: Pick<GatewayParts, 'postgres'>): Pick<Handlers, 'listNotices'> {
  return { listNotices: () => readNotices(db) }
}
