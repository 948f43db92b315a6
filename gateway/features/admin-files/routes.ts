import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { countAvatars, listAvatarFiles } from '@called-it/infra/postgres/queries/accounts/avatars'
import { inSnapshot } from '@called-it/infra/postgres/queries/live/snapshot'
import { FILES_PAGE } from '@called-it/shared/contract/admin-files'
import { Download, type Handlers } from '../../http/handler.ts'
import type { GatewayParts } from '../../parts.ts'
import { actorOf } from '../accounts/audit.ts'
import { readFiles } from './files.ts'
import { presentAvatarFile } from './presenter.ts'
import { writeZip } from './zip.ts'

export function adminFileRoutes({
  postgres: { db },
}: Pick<GatewayParts, 'postgres'>): Pick<Handlers, 'listUploads' | 'downloadUploads'> {
  return {
    listUploads: ({ query }) =>
      inSnapshot(db, async (trx) => {
        const found = await listAvatarFiles(trx, { after: query.after ?? 0, limit: FILES_PAGE + 1 })
        const page = found.slice(0, FILES_PAGE)
        return {
          files: page.map(presentAvatarFile),
          total: await countAvatars(trx),
          next: found.length > FILES_PAGE ? (page.at(-1)?.userId ?? null) : null,
        }
      }),

    downloadUploads: async (call) => {
      await insertAuditEntry(db, { ...actorOf(call), action: 'files:downloaded' })
      const day = new Date().toISOString().slice(0, 10)
      return new Download(`uploads-backup-${day}.zip`, writeZip(readFiles(db)))
    },
  }
}
