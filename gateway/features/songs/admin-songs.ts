import { changeAndPublish } from '@called-it/infra/events/change'
import type { Database } from '@called-it/infra/postgres/client'
import { insertAuditEntry, listAuditEntriesAbout } from '@called-it/infra/postgres/queries/accounts/audit-log'
import {
  findCatalogueSong,
  listCatalogueSongs,
  listSongAliases,
  type SongState,
  updateHidden,
} from '@called-it/infra/postgres/queries/catalogue/admin-songs'
import { songSubject } from '@called-it/infra/postgres/queries/catalogue/song-merges'
import { dropRename, listProposedRenames } from '@called-it/infra/postgres/queries/catalogue/song-renames'
import { listSongsByIds } from '@called-it/infra/postgres/queries/catalogue/songs'
import { type AdminSong, type ListedSong, SONGS_PAGE } from '@called-it/shared/contract/admin-songs'
import { topics } from '@called-it/shared/contract/events'
import { id } from '@called-it/shared/contract/fields'
import { RENAMES_PAGE } from '@called-it/shared/contract/song-renames'
import { z } from 'zod'
import type { Actor } from '../../auth/actor.ts'
import { ApiError } from '../../http/errors.ts'
import type { GatewayParts } from '../../parts.ts'

const MAX_CHANGES = 20

/** Only entries about merges have these details. */
const mergeDetails = z.object({ from: id.nullable(), into: id.nullable() })

export async function readCatalogue(
  db: Database,
  search: { search: string; state: SongState | undefined },
): Promise<{ songs: ListedSong[]; total: number }> {
  return listCatalogueSongs(db, { ...search, limit: SONGS_PAGE })
}

/** @throws ApiError `song_not_found` */
export async function readAdminSong(db: Database, songId: number): Promise<AdminSong> {
  const song = await findCatalogueSong(db, songId)
  if (!song) throw new ApiError('song_not_found')
  return {
    ...song,
    aliases: await listSongAliases(db, songId),
    changes: await listChanges(db, songId),
  }
}

async function listChanges(db: Database, songId: number): Promise<AdminSong['changes']> {
  const entries = await listAuditEntriesAbout(db, songSubject(songId), MAX_CHANGES)
  const changes = entries.map(({ details, ...entry }) => {
    const merge = mergeDetails.safeParse(details).data
    return { ...entry, otherId: merge?.into ?? merge?.from ?? null }
  })
  const otherIds = changes.flatMap(({ otherId }) => otherId ?? [])
  const others = new Map((await listSongsByIds(db, otherIds)).map(({ id, name }) => [id, { id, name }]))
  return changes.map(({ at, action, actor, otherId }) => ({
    at: at.toISOString(),
    action,
    actor,
    other: (otherId !== null && others.get(otherId)) || null,
  }))
}

/**
 * Takes a song out of the list to pick from, or puts it back.
 *
 * @throws ApiError `song_not_found`
 */
export async function setHidden(
  { postgres, publisher }: Pick<GatewayParts, 'postgres' | 'publisher'>,
  actor: Actor,
  songId: number,
  hidden: boolean,
): Promise<void> {
  await changeAndPublish(postgres.db, publisher, async (trx, changed) => {
    const isChanged = await updateHidden(trx, songId, hidden)
    if (isChanged === null) throw new ApiError('song_not_found')
    if (!isChanged) return
    await insertAuditEntry(trx, {
      ...actor,
      action: hidden ? 'song:hidden' : 'song:unhidden',
      subject: songSubject(songId),
    })
    changed.add(topics.catalogue)
  })
}

export const readRenames = (db: Database) => listProposedRenames(db, RENAMES_PAGE)

/** @throws ApiError `rename_not_found` when it is not proposed, or not any more */
export async function keepBoth(
  { postgres, publisher }: Pick<GatewayParts, 'postgres' | 'publisher'>,
  actor: Actor,
  { songId, slug }: { songId: number; slug: string },
): Promise<void> {
  await changeAndPublish(postgres.db, publisher, async (trx, changed) => {
    const rename = await dropRename(trx, songId, slug)
    if (!rename) throw new ApiError('rename_not_found')
    await insertAuditEntry(trx, {
      ...actor,
      action: 'song-rename:dropped',
      subject: songSubject(songId),
      details: { from: null, into: rename.newer.id },
    })
    changed.add(topics.catalogue)
  })
}
