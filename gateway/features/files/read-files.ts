import type { Database } from '@called-it/infra/postgres/client'
import { listAvatars } from '@called-it/infra/postgres/queries/accounts/avatars'
import type { ZipEntry } from './zip.ts'

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

export function nameAvatarFile(userId: number): string {
  return `avatar-${userId}.webp`
}
