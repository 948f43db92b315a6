import type { Handlers } from '../../http/handler.ts'
import type { GatewayParts } from '../../parts.ts'
import { readCorrections } from './service.ts'

export function correctionRoutes({
  postgres: { db },
}: Pick<GatewayParts, 'postgres'>): Pick<Handlers, 'listCorrections'> {
  return {
    listCorrections: ({ params }) => readCorrections(db, params.showId),
  }
}
