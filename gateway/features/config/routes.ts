import { changeAndPublish } from '@called-it/infra/events/change'
import type { Database } from '@called-it/infra/postgres/client'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import {
  getSettings,
  getSettingsForUpdate,
  type Settings,
  updateSettings,
} from '@called-it/infra/postgres/queries/work/settings'
import { topics } from '@called-it/shared/contract/events'
import type { Config } from '@called-it/shared/contract/site'
import { type Actor, actorOf } from '../../auth/actor.ts'
import { ApiError } from '../../http/errors.ts'
import type { Handlers } from '../../http/handler.ts'
import type { GatewayParts } from '../../parts.ts'

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

export async function readConfig(db: Database): Promise<{ config: Config }> {
  return { config: await getSettings(db) }
}

/**
 * @param known the version that the admin saw; undefined: the last change wins
 * @throws ApiError `stale_version`
 */
async function changeSettings(
  { postgres, publisher }: Parts,
  actor: Actor,
  wanted: Settings,
  known: number | undefined,
): Promise<void> {
  await changeAndPublish(postgres.db, publisher, async (trx, changed) => {
    const current = await getSettingsForUpdate(trx)
    if (known !== undefined && known !== current.version) throw new ApiError('stale_version')
    const { testModeEnabled, siteOverlayEnabled } = wanted
    const isSame =
      testModeEnabled === current.testModeEnabled && siteOverlayEnabled === current.siteOverlayEnabled
    if (isSame) return
    await updateSettings(trx, wanted)
    await insertAuditEntry(trx, {
      ...actor,
      action: 'settings:changed',
      details: { testModeEnabled, siteOverlayEnabled },
    })
    changed.add(topics.settings)
  })
}
