import type { AdminSong } from '@called-it/shared/contract/admin-songs'
import { Link, useParams } from 'react-router-dom'
import { hasCode } from '../../lib/api/api.ts'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { HideSong } from './hide-song.tsx'
import { MergeSong } from './merge-song.tsx'
import styles from './song-catalogue.module.css'
import { SongChanges } from './song-changes.tsx'
import { SongFacts } from './song-facts.tsx'
import { useAdminSong } from './song-queries.ts'
import { SongState } from './song-state.tsx'

export function SongPage() {
  const songId = Number(useParams().songId)
  const song = useAdminSong(songId)
  return (
    <Page title={song.data?.name ?? 'song'} hasSections>
      <div className={styles.head}>
        <Link to={paths.adminSongs} className="small">
          all songs
        </Link>
        <h1>{song.data?.name ?? 'song'}</h1>
        <div className={styles.badgeLine}>{song.data && <SongState song={song.data} />}</div>
      </div>
      {song.data ? <LoadedSong key={songId} song={song.data} /> : <NoSong song={song} />}
    </Page>
  )
}

function NoSong({ song: { error, isError, refetch } }: { song: ReturnType<typeof useAdminSong> }) {
  if (hasCode(error, 'song_not_found') || hasCode(error, 'malformed_path')) {
    return (
      <EmptyState
        title="There is no such song."
        action={<ButtonLink to={paths.adminSongs}>to the songs</ButtonLink>}
      />
    )
  }
  return (
    <NotLoaded what="the song" query={{ isError, refetch }}>
      <Skeleton height="420px" shape="block" />
    </NotLoaded>
  )
}

function LoadedSong({ song }: { song: AdminSong }) {
  return (
    <>
      <SongFacts song={song} />
      <Card heading="merge">
        {/* The key forgets the choice once the merge is stored. */}
        <MergeSong key={song.merged_into?.id ?? 'none'} song={song} />
      </Card>
      <HideSong song={song} />
      <SongChanges changes={song.changes} />
    </>
  )
}
