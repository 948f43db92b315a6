import type { Handlers } from '../../http/handler.ts'
import type { GatewayParts } from '../../parts.ts'

export function siteRoutes({ site }: Pick<GatewayParts, 'site'>): Pick<Handlers, 'getSite'> {
  return { getSite: async () => site }
}
