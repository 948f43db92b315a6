import { type AdminSong, adminSongEndpoints } from '@called-it/shared/contract/admin-songs'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useParams } from 'react-router-dom'
import { hasCode, request } from '../../lib/api/api.ts'
import { toastAdminFailure } from '../../lib/api/failure-toasts.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { paths } from '../../lib/paths.ts'
import { plainDate } from '../../lib/shows/show-date.ts'
import { t } from '../../lib/words/texts.ts'
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
    <Page title={song.data?.name ?? t('songs.song')} hasSections>
      <div className={styles.head}>
        <Link to={paths.adminSongs} className="small">
          {t('songs.all')}
        </Link>
        <h1>{song.data?.name ?? t('songs.song')}</h1>
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
        title={t('songs.unknown')}
        action={<ButtonLink to={paths.adminSongs}>{t('songs.to-songs')}</ButtonLink>}
      />
    )
  }
  return (
    <NotLoaded what={t('songs.song-what')} query={{ isError, refetch }}>
      <Skeleton height="420px" shape="block" />
    </NotLoaded>
  )
}

function LoadedSong({ song }: { song: AdminSong }) {
  return (
    <>
      <SongFacts song={song} />
      <Card heading={t('songs.merge')}>
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
      toast({
        title: song.is_hidden ? t('songs.now-hidden', { song: name }) : t('songs.pickable', { song: name }),
      })
    },
    onError: (error) => toastAdminFailure(t('songs.not-changed'), error),
  })
  return (
    <Card heading={t('songs.hide')}>
      <div className={styles.steps}>
        <p className="soft small">{t('songs.hide-hint')}</p>
        <Button busy={hiding.isPending} onClick={() => hiding.mutate()}>
          {is_hidden ? t('songs.unhide') : t('songs.hide-it')}
        </Button>
      </div>
    </Card>
  )
}

type Change = AdminSong['changes'][number]

function SongChanges({ changes }: { changes: readonly Change[] }) {
  return (
    <Card heading={t('songs.changes')}>
      {changes.length === 0 ? (
        <p className="soft small">{t('songs.no-changes')}</p>
      ) : (
        <ol className="stack-2 anywhere">
          {changes.map((change) => (
            <li key={`${change.at} ${change.action}`}>
              {describe(change)} <span className="soft small">{authorOf(change)}</span>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}

function authorOf({ actor, at }: Change): string {
  const day = plainDate(at)
  return actor === null ? t('songs.by-system', { day }) : t('songs.changed-by', { name: actor, day })
}

/** An action of a newer release is shown as it is named. */
function describe({ action, other }: Change): string {
  const song = other?.name ?? t('songs.another')
  switch (action) {
    case 'song:merged':
      return t('songs.was-merged', { song })
    case 'song:separated':
      return t('songs.was-split', { song })
    case 'song:hidden':
      return t('songs.was-hidden')
    case 'song:unhidden':
      return t('songs.was-shown')
    case 'song-rename:accepted':
      return t('songs.was-renamed')
    case 'song-rename:dropped':
      return t('songs.was-kept', { song })
    default:
      return action
  }
}
