import type { Database } from '@called-it/infra/postgres/client'
import { insertAuditEntry } from '@called-it/infra/postgres/queries/accounts/audit-log'
import { findOwnAvatar } from '@called-it/infra/postgres/queries/accounts/avatars'
import {
  EXPORTED_TABLES,
  listPredictionsToExport,
  listRowsOfUser,
} from '@called-it/infra/postgres/queries/accounts/user-export'
import type { User } from '@called-it/infra/postgres/queries/accounts/users'
import { listLeagues } from '@called-it/infra/postgres/queries/leagues/leagues'
import { textsIn } from '@called-it/languages/texts'
import type { Translate } from '@called-it/shared/languages/translate'
import { actorOf } from '../../../auth/actor.ts'
import type { RateLimits } from '../../../auth/rate-limits.ts'
import { Download, type Handlers } from '../../../http/handler.ts'
import { writeZip, type ZipEntry } from '../../../http/zip.ts'
import { presentPicks } from '../../../resources/picked-songs.ts'
import { readSongNames } from '../../../resources/song-names.ts'
import { accountEntry } from '../audit-entries.ts'
import { type OwnData, writeIndexPage } from './index-page.ts'

type OwnDataParts = { readonly db: Database; readonly limits: RateLimits }

export function ownDataRoutes({ db, limits }: OwnDataParts): Pick<Handlers, 'exportOwnData'> {
  return {
    async exportOwnData(request) {
      const { user, address, language } = request
      await limits.count('export-data', { account: user.id, address })
      await insertAuditEntry(db, accountEntry(user.id, actorOf(request), 'data-exported'))
      const day = new Date().toISOString().slice(0, 10)
      const entries = listEntries(db, user, textsIn(language))
      return new Download(`called-it-${user.id}-${day}.zip`, writeZip(entries))
    },
  }
}

/** Reads table after table, each as it is sent. No connection is held between them. */
async function* listEntries(db: Database, user: User, t: Translate): AsyncGenerator<ZipEntry> {
  const modified = new Date()
  const files: OwnData['files'][number][] = []
  const toJson = (table: string, rows: readonly unknown[]): ZipEntry => {
    const name = `${table}.json`
    files.push({ name, rows: rows.length })
    return { name, bytes: Buffer.from(`${JSON.stringify(rows, null, 2)}\n`), modified }
  }
  const predictions = await readPredictions(db, user.id)
  for (const table of EXPORTED_TABLES) {
    const rows = table === 'predictions' ? predictions : await listRowsOfUser(db, user.id, table)
    if (rows.length > 0) yield toJson(table, rows)
  }
  const leagues = await listLeagues(db, user.id)
  if (leagues.length > 0) yield toJson('leagues', leagues)
  const webp = await findOwnAvatar(db, user.id)
  const image = webp && 'image.webp'
  if (webp && image) yield { name: image, bytes: webp, modified }
  const page = writeIndexPage({ user, image, leagues, predictions, files }, t)
  yield { name: 'index.html', bytes: Buffer.from(page), modified }
}

async function readPredictions(db: Database, userId: number) {
  const predictions = await listPredictionsToExport(db, userId)
  const names = await readSongNames(
    db,
    predictions.map(({ picks }) => picks),
  )
  return predictions.map(({ picks, isPublic: _, ...prediction }) => ({
    ...prediction,
    picks: presentPicks(picks, names),
  }))
}
