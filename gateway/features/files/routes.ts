import type { Database } from '@called-it/infra/postgres/client'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import {
  countAvatars,
  listAvatarFiles,
  listAvatars,
} from '@called-it/infra/postgres/queries/accounts/avatars'
import { inSnapshot } from '@called-it/infra/postgres/queries/work/database'
import { FILES_PAGE } from '@called-it/shared/contract/files'
import { actorOf } from '../../auth/actor.ts'
import { Download, type Handlers } from '../../http/handler.ts'
import { writeZip, type ZipEntry } from '../../http/zip.ts'
import type { GatewayParts } from '../../parts.ts'

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

/** An avatar has 1 MB at most and mostly 10 kB. */
const BATCH_SIZE = 16

/**
 * Reads all avatars in batches, on demand. No connection is held between batches, so a slow client costs none.
 * Avatars that are deleted meanwhile are left out.
 */
export async function* readAvatarFiles(db: Database): AsyncGenerator<ZipEntry, void, undefined> {
  for (let after = 0; ; ) {
    const avatars = await listAvatars(db, { after, limit: BATCH_SIZE })
    for (const { userId, webp, created } of avatars) {
      yield { name: nameAvatarFile(userId), bytes: webp, modified: created }
    }
    const last = avatars.at(-1)
    if (!last || avatars.length < BATCH_SIZE) return
    after = last.userId
  }
}

function nameAvatarFile(userId: number): string {
  return `avatar-${userId}.webp`
}
