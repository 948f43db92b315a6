import { actorOf } from '../../auth/actor.ts'
import type { Handlers } from '../../http/handler.ts'
import type { GatewayParts } from '../../parts.ts'
import { changeSettings, readConfig } from './service.ts'

type Parts = Pick<GatewayParts, 'postgres' | 'publisher'>

export function configRoutes(parts: Parts): Pick<Handlers, 'getConfig' | 'changeConfig'> {
  const { db } = parts.postgres
  return {
    getConfig: () => readConfig(db),
    changeConfig: async (request) => {
      const { version, ...wanted } = request.body.config
      await changeSettings(parts, actorOf(request), wanted, version)
      return readConfig(db)
    },
  }
}
