import { getSettings } from '@called-it/infra/postgres/queries/settings'
import type { Handlers } from '../../http/handler.ts'
import type { GatewayParts } from '../../parts.ts'
import { actorOf } from '../accounts/audit.ts'
import { presentConfig } from './presenter.ts'
import { changeSettings } from './service.ts'

type Parts = Pick<GatewayParts, 'postgres' | 'publisher'>

export function configRoutes(parts: Parts): Pick<Handlers, 'getConfig' | 'changeConfig'> {
  const { db } = parts.postgres
  return {
    getConfig: async () => ({ config: presentConfig(await getSettings(db)) }),
    changeConfig: async (call) => {
      const { version, ...wanted } = call.body.config
      await changeSettings(parts, actorOf(call), wanted, version)
      return { config: presentConfig(await getSettings(db)) }
    },
  }
}
