import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { askForRestart } from '@called-it/infra/postgres/queries/work/stored-settings'
import { settingName } from '@called-it/shared/contract/installation-settings'
import { actorOf } from '../../auth/actor.ts'
import type { Handlers } from '../../http/handler.ts'
import type { GatewayParts } from '../../parts.ts'
import { changeSettings, listSettings } from './stored-settings.ts'

export function installationSettingsRoutes(
  parts: Pick<GatewayParts, 'postgres' | 'config' | 'settings'>,
): Pick<Handlers, 'listInstallationSettings' | 'changeInstallationSettings' | 'restartPrograms'> {
  const { db } = parts.postgres
  return {
    listInstallationSettings: async () => ({ settings: await listSettings(parts) }),
    async changeInstallationSettings(request) {
      const { settings } = request.body
      const changes = settingName.options.flatMap((name) => {
        const value = settings[name]
        return value === undefined ? [] : [[name, value] as const]
      })
      await db.transaction().execute((trx) => changeSettings(trx, parts, actorOf(request), new Map(changes)))
      await parts.settings.refresh()
      return { settings: await listSettings(parts) }
    },
    async restartPrograms(request) {
      const askedAt = await db.transaction().execute(async (trx) => {
        await insertAuditEntry(trx, { ...actorOf(request), action: 'programs:restarted' })
        return askForRestart(trx)
      })
      return { asked_at: askedAt.toISOString() }
    },
  }
}
