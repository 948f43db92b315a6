import type { Database } from '@called-it/infra/postgres/client'
import { listAvatars } from '@called-it/infra/postgres/queries/accounts/avatars'
import { nameAvatarFile } from './presenter.ts'
import type { ZipEntry } from './zip.ts'

/** Pictures read at once: held until the caller has taken them, 1 MB at most each and mostly 10 kB. */
const READ_AT_ONCE = 16

/**
 * Every picture, a few at a time and no more than are asked for. No connection is held in between, so a slow caller
 * costs none; a picture that goes meanwhile is left out, one that changes comes as it is then.
 */
export async function* readFiles(db: Database): AsyncGenerator<ZipEntry, void, undefined> {
  for (let after = 0; ; ) {
    const avatars = await listAvatars(db, { after, limit: READ_AT_ONCE })
    for (const { userId, webp, createdAt } of avatars) {
      yield { name: nameAvatarFile(userId), bytes: webp, modified: createdAt }
    }
    const last = avatars.at(-1)
    if (!last || avatars.length < READ_AT_ONCE) return
    after = last.userId
  }
}
