import type { ProposedRename } from '@called-it/infra/postgres/queries/catalogue/song-renames'
import type { Song as StoredSong } from '@called-it/infra/postgres/queries/catalogue/songs'
import type { SongRename } from '@called-it/shared/contract/song-renames'
import type { Song } from '@called-it/shared/contract/songs'

export function presentSong(song: StoredSong): Song {
  return {
    id: song.id,
    name: song.name,
    slug: song.slug,
    times_played: song.timesPlayed,
    gap: song.gap,
    last_played: song.lastPlayed,
    ...(song.merged.length > 0 && { also_named: song.merged.map(({ name }) => name) }),
  }
}

export function presentRename({ song, newer, slug, reason, show, createdAt }: ProposedRename): SongRename {
  return { song, newer, slug, reason, show, created_at: createdAt.toISOString() }
}
