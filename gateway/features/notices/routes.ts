import { isGiven, openStoredSettings } from '@called-it/infra/config/effective-settings'
import { findImportFaults, findStoppedImport } from '@called-it/infra/postgres/queries/catalogue/import-runs'
import {
  listShowsToScore,
  type ShowToScore,
} from '@called-it/infra/postgres/queries/catalogue/shows-to-score'
import { listProposedRenames } from '@called-it/infra/postgres/queries/catalogue/song-renames'
import { countReported } from '@called-it/infra/postgres/queries/moderation/moderation'
import { findFailedBackup } from '@called-it/infra/postgres/queries/work/backup-work'
import { readStoredSettings } from '@called-it/infra/postgres/queries/work/stored-settings'
import { sourceFaults } from '@called-it/shared/contract/import-checks'
import type { Handlers } from '../../http/handler.ts'
import type { GatewayParts } from '../../parts.ts'
import { presentShow } from '../../resources/show.ts'

type Parts = Pick<GatewayParts, 'postgres' | 'config' | 'settings'>

export function noticeRoutes(parts: Parts): Pick<Handlers, 'listNotices'> {
  return { listNotices: () => readNotices(parts) }
}

async function readNotices(parts: Parts) {
  const { db } = parts.postgres
  const { count, listed } = await listShowsToScore(db)
  const stopped = await findStoppedImport(db)
  const found = await findImportFaults(db)
  const { total: renames } = await listProposedRenames(db, 1)
  const faults = found && sourceFaults.parse(found.faults)
  return {
    shows: { count, listed: listed.map(presentShowToScore) },
    stopped_import: stopped && { run_id: stopped.runId, at: stopped.endedAt, ...stopped.error },
    faults: found && faults && { ...faults, at: found.endedAt },
    failed_backup: await findFailedBackup(db),
    song_renames: renames,
    reports: await countReported(db),
    unreadable_settings: await listUnreadable(parts),
  }
}

async function listUnreadable({ postgres, config, settings }: Parts) {
  const { stored } = await readStoredSettings(postgres.db)
  const { unreadable } = openStoredSettings(stored, config.settingsKeys)
  return unreadable.filter((name) => !isGiven(settings.env, name))
}

function presentShowToScore({ setlistChange, setlistAt, unscored, ...show }: ShowToScore) {
  const setlist = setlistChange && { change: setlistChange, at: setlistAt }
  return { show: presentShow(show), setlist, unscored }
}
