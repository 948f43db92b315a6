import type { Database } from '@called-it/infra/postgres/client'
import { listAuditEntriesAbout } from '@called-it/infra/postgres/queries/accounts/audit-log'
import {
  findCatalogueSong,
  listCatalogueSongs,
  listSongAliases,
  type SongState,
} from '@called-it/infra/postgres/queries/catalogue/admin-songs'
import { songSubject } from '@called-it/infra/postgres/queries/catalogue/song-merges'
import { listSongsByIds } from '@called-it/infra/postgres/queries/catalogue/songs'
import { type AdminSong, type ListedSong, SONGS_PAGE } from '@called-it/shared/contract/admin-songs'
import { id } from '@called-it/shared/contract/fields'
import { z } from 'zod'
import { ApiError } from '../../http/errors.ts'

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
