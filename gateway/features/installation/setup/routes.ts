import { openBackupFolder } from '@called-it/infra/backups/backup-folder'
import { isSetupOpen } from '@called-it/infra/postgres/queries/accounts/setup-code'
import { listOpenShows } from '@called-it/infra/postgres/queries/catalogue/shows'
import { getRegistration } from '@called-it/infra/postgres/queries/work/settings'
import type { SettingName } from '@called-it/shared/contract/installation-settings'
import type { SetupStep } from '@called-it/shared/contract/setup-steps'
import { ApiError } from '../../../http/errors.ts'
import type { Handlers } from '../../../http/handler.ts'
import type { GatewayParts } from '../../../parts.ts'
import { listSettings } from '../stored-settings.ts'

/** Done once they are stored, or in the environment. */
const SETTING_OF = [
  ['band', 'BAND_PROFILE'],
  ['source', 'SETLIST_SOURCE'],
  ['mail', 'SMTP_URL'],
  ['address', 'PUBLIC_URL'],
] as const satisfies readonly (readonly [SetupStep, SettingName])[]

export function setupRoutes(
  parts: Pick<GatewayParts, 'postgres' | 'config' | 'settings'>,
): Pick<Handlers, 'findSetup' | 'checkSetup' | 'getSetupState'> {
  const { config } = parts
  const { db } = parts.postgres
  const hasBackups = async () => !(await openBackupFolder(config.dataDir).isEmpty())

  return {
    async findSetup() {
      if (!(await isSetupOpen(db))) throw new ApiError('not_found')
      return { is_open: true }
    },
    checkSetup: async () => ({ has_backups: await hasBackups(), takes_passkeys: config.hasPublicUrl }),
    async getSetupState() {
      const settings = await listSettings(parts)
      const isSet = (wanted: SettingName) =>
        settings.some(({ name, origin }) => name === wanted && origin !== 'default')
      const done: SetupStep[] = SETTING_OF.flatMap(([step, name]) => (isSet(name) ? [step] : []))
      if (config.registration !== null || (await getRegistration(db)).mode !== null) done.push('sign-ups')
      if (await hasBackups()) done.push('backup')
      const [next] = await listOpenShows(db)
      return { done, next_show: next ? { id: next.id, venue: next.venue, date: next.showdate } : null }
    },
  }
}
