import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { countAvatars, listAvatarFiles } from '@called-it/infra/postgres/queries/accounts/avatars'
import { inSnapshot } from '@called-it/infra/postgres/queries/work/database'
import { FILES_PAGE } from '@called-it/shared/contract/files'
import { actorOf } from '../../auth/actor.ts'
import { Download, type Handlers } from '../../http/handler.ts'
import type { GatewayParts } from '../../parts.ts'
import { nameAvatarFile, readAvatarFiles } from './read-files.ts'
import { writeZip } from './zip.ts'

export function fileRoutes({
  postgres: { db },
}: Pick<GatewayParts, 'postgres'>): Pick<Handlers, 'listUploads' | 'downloadUploads'> {
  return {
    listUploads: ({ query }) =>
      inSnapshot(db, async (trx) => {
        const found = await listAvatarFiles(trx, { after: query.after ?? 0, limit: FILES_PAGE + 1 })
        const page = found.slice(0, FILES_PAGE)
        return {
          files: page.map(({ userId, ...file }) => ({
            ...file,
            name: nameAvatarFile(userId),
            type: 'image' as const,
          })),
          total: await countAvatars(trx),
          next: found.length > FILES_PAGE ? (page.at(-1)?.userId ?? null) : null,
        }
      }),

    downloadUploads: async (request) => {
      await insertAuditEntry(db, { ...actorOf(request), action: 'files:downloaded' })
      const day = new Date().toISOString().slice(0, 10)
      return new Download(`uploads-backup-${day}.zip`, writeZip(readAvatarFiles(db)))
    },
  }
}
