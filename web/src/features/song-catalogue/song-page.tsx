import { type AdminSong, adminSongEndpoints } from '@called-it/shared/contract/admin-songs'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from 'react-router-dom'
import { hasCode, request } from '../../lib/api/api.ts'
import { toastAdminFailure } from '../../lib/api/failure-toasts.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { paths } from '../../lib/paths.ts'
import { plainDate } from '../../lib/shows/show-date.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { MergeSong } from './merge-song.tsx'
import styles from './song-catalogue.module.css'
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

function HideSong({ song: { id, name, is_hidden } }: { song: AdminSong }) {
  const queryClient = useQueryClient()
  const hiding = useMutation({
    mutationFn: () =>
      request(adminSongEndpoints.hideSong, { params: { songId: id }, body: { hidden: !is_hidden } }),
    onSuccess: (song) => {
      queryClient.setQueryData(queryKeys.adminSong(id), song)
      toast({ title: song.is_hidden ? `${name} is hidden` : `${name} can be picked again` })
    },
    onError: (error) => toastAdminFailure('The song was not changed', error),
  })
  return (
    <Card heading="hide">
      <div className={styles.steps}>
        <p className="soft small">
          Fans cannot pick a hidden song, and none is drawn at random. Setlists show it, and picks that have
          it keep it.
        </p>
        <Button busy={hiding.isPending} onClick={() => hiding.mutate()}>
          {is_hidden ? 'show it to fans again' : 'hide from fans'}
        </Button>
      </div>
    </Card>
  )
}

type Change = AdminSong['changes'][number]

function SongChanges({ changes }: { changes: readonly Change[] }) {
  return (
    <Card heading="changes">
      {changes.length === 0 ? (
        <p className="soft small">No admin has changed this song.</p>
      ) : (
        <ol className="stack-2 anywhere">
          {changes.map((change) => (
            <li key={`${change.at} ${change.action}`}>
              {describe(change)}{' '}
              <span className="soft small">
                by {change.actor ?? 'the system'}, {plainDate(change.at)}
              </span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}

/** An action of a newer release is shown as it is named. */
function describe({ action, other }: Change): string {
  const name = other?.name ?? 'another song'
  switch (action) {
    case 'song:merged':
      return `merged into ${name}`
    case 'song:separated':
      return `no longer merged into ${name}`
    case 'song:hidden':
      return 'hidden'
    case 'song:unhidden':
      return 'shown again'
    case 'song-rename:accepted':
      return 'renamed as proposed'
    case 'song-rename:dropped':
      return `kept apart from ${name}`
    default:
      return action
  }
}
