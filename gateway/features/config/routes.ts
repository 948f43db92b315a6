import type { Handlers } from '../../http/handler.ts'
import type { GatewayParts } from '../../parts.ts'
import { actorOf } from '../accounts/audit.ts'
import { changeSettings, readConfig } from './service.ts'

type Parts = Pick<GatewayParts, 'postgres' | 'publisher'>

export function configRoutes(parts: Parts): Pick<Handlers, 'getConfig' | 'changeConfig'> {
  const { db } = parts.postgres
  return {
    getConfig: () => readConfig(db),
    changeConfig: async (call) => {
      const { version, ...wanted } = call.body.config
      await changeSettings(parts, actorOf(call), wanted, version)
      return readConfig(db)
    },
  }
}
