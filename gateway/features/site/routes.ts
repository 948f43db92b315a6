import type { Handlers } from '../../http/handler.ts'
import type { GatewayParts } from '../../parts.ts'

export function siteRoutes({
  site,
  legal,
}: Pick<GatewayParts, 'site' | 'legal'>): Pick<Handlers, 'getSite' | 'getLegalTexts'> {
  return { getSite: async () => site, getLegalTexts: async () => legal }
}
