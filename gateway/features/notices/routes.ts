import type { Database } from '@called-it/infra/postgres/client'
import { findImportFaults, findStoppedImport } from '@called-it/infra/postgres/queries/catalogue/import-runs'
import {
  listShowsToScore,
  type ShowToScore,
} from '@called-it/infra/postgres/queries/catalogue/shows-to-score'
import { listProposedRenames } from '@called-it/infra/postgres/queries/catalogue/song-renames'
import { countReported } from '@called-it/infra/postgres/queries/moderation/moderation'
import { sourceFaults } from '@called-it/shared/contract/import-checks'
import type { Handlers } from '../../http/handler.ts'
import type { GatewayParts } from '../../parts.ts'
import { presentShow } from '../../resources/show.ts'

export function noticeRoutes({ postgres }: Pick<GatewayParts, 'postgres'>): Pick<Handlers, 'listNotices'> {
  return { listNotices: () => readNotices(postgres.db) }
}

async function readNotices(db: Database) {
  const { count, listed } = await listShowsToScore(db)
  const stopped = await findStoppedImport(db)
  const found = await findImportFaults(db)
  const { total: renames } = await listProposedRenames(db, 1)
  const faults = found && sourceFaults.parse(found.faults)
  return {
    shows: { count, listed: listed.map(presentShowToScore) },
    stopped_import: stopped && { run_id: stopped.runId, at: stopped.endedAt, ...stopped.error },
    faults: found && faults && { ...faults, at: found.endedAt },
    song_renames: renames,
    reports: await countReported(db),
  }
}

function presentShowToScore({ setlistChange, setlistAt, unscored, ...show }: ShowToScore) {
  const setlist = setlistChange && { change: setlistChange, at: setlistAt }
  return { show: presentShow(show), setlist, unscored }
}
