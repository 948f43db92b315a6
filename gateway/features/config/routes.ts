import { randomBytes } from 'node:crypto'
import { changeAndPublish } from '@called-it/infra/events/change'
import type { Database } from '@called-it/infra/postgres/client'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import {
  getRegistration,
  getSettingsForUpdate,
  updateRegistrationCode,
  updateSettings,
} from '@called-it/infra/postgres/queries/work/settings'
import type { Body } from '@called-it/shared/contract/endpoint'
import type { Endpoints } from '@called-it/shared/contract/endpoints'
import { topics } from '@called-it/shared/contract/events'
import { type Actor, actorOf } from '../../auth/actor.ts'
import { ApiError } from '../../http/errors.ts'
import type { Handlers } from '../../http/handler.ts'
import type { GatewayParts } from '../../parts.ts'
import { readPublicConfig } from '../../resources/public-config.ts'
import { modeOf } from '../../resources/registration-gate.ts'

type Parts = Pick<GatewayParts, 'postgres' | 'publisher' | 'config'>

const CODE_BYTES = 16

export function configRoutes(
  parts: Parts,
): Pick<
  Handlers,
  'getConfig' | 'changeConfig' | 'getRegistrationLink' | 'renewRegistrationLink' | 'deleteRegistrationLink'
> {
  const { db } = parts.postgres
  const readConfig = async () => ({ config: await readPublicConfig({ db, config: parts.config }) })
  return {
    getConfig: readConfig,
    changeConfig: async (request) => {
      await changeSettings(parts, actorOf(request), request.body.config)
      return readConfig()
    },
    getRegistrationLink: async () => ({ code: (await getRegistration(db)).code }),
    renewRegistrationLink: (request) =>
      setRegistrationCode(db, actorOf(request), randomBytes(CODE_BYTES).toString('base64url')),
    deleteRegistrationLink: (request) => setRegistrationCode(db, actorOf(request), null),
  }
}

async function setRegistrationCode(db: Database, actor: Actor, code: string | null) {
  await db.transaction().execute(async (trx) => {
    await updateRegistrationCode(trx, code)
    const action = code === null ? 'registration-link:deleted' : 'registration-link:made'
    await insertAuditEntry(trx, { ...actor, action })
  })
  return { code }
}

/**
 * Without a version the last change wins.
 *
 * @throws ApiError `stale_version`, `registration_fixed`
 */
async function changeSettings(
  { postgres, publisher, config }: Parts,
  actor: Actor,
  wanted: Body<Endpoints['changeConfig']>['config'],
): Promise<void> {
  await changeAndPublish(postgres.db, publisher, async (trx, changed) => {
    const current = await getSettingsForUpdate(trx)
    const { testModeEnabled, siteOverlayEnabled, version = current.version } = wanted
    if (version !== current.version) throw new ApiError('stale_version')
    const mode = modeOf(config, current.registration)
    const { registration = mode } = wanted
    const hasNewMode = registration !== mode
    if (hasNewMode && config.registration !== null) throw new ApiError('registration_fixed')
    const isSame =
      testModeEnabled === current.testModeEnabled && siteOverlayEnabled === current.siteOverlayEnabled
    if (isSame && !hasNewMode) return
    const changes = { testModeEnabled, siteOverlayEnabled, ...(hasNewMode && { registration }) }
    await updateSettings(trx, changes)
    await insertAuditEntry(trx, { ...actor, action: 'settings:changed', details: changes })
    changed.add(topics.settings)
  })
}
