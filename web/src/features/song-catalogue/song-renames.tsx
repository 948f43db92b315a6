import {
  type SongRename,
  type SongRenames,
  songRenameEndpoints,
} from '@called-it/shared/contract/song-renames'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { request } from '../../lib/api/api.ts'
import { toastAdminFailure } from '../../lib/api/failure-toasts.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { useOneAtATime } from '../../lib/hooks/use-one-at-a-time.ts'
import { paths } from '../../lib/paths.ts'
import { plainDate } from '../../lib/shows/show-date.ts'
import { Rich } from '../../lib/words/rich.tsx'
import { t } from '../../lib/words/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { passFocusOn } from '../../ui/focus-section.ts'
import { toast } from '../../ui/toast.ts'
import { MergeSteps } from './merge-steps.tsx'
import styles from './song-catalogue.module.css'

/** Songs that seem to be listed as another one, until an admin decides. */
export function SongRenamesCard({ renames, total }: SongRenames) {
  const queryClient = useQueryClient()
  const keeping = useMutation({
    mutationFn: ({ song, slug }: SongRename) =>
      request(songRenameEndpoints.dropSongRename, { params: { songId: song.id, slug } }),
    onSuccess: (left, { song, newer }) => {
      queryClient.setQueryData(queryKeys.adminSongRenames, left)
      toast({
        title: t('songs.both-kept'),
        description: t('songs.stay-two', { song: song.name, newer: newer.name }),
      })
    },
    onError: (error) => {
      toastAdminFailure(t('songs.not-settled'), error)
      void queryClient.refetchQueries({ queryKey: queryKeys.adminSongRenames })
    },
  })
  const keep = useOneAtATime(keeping.mutate)
  return (
    <Card ref={passFocusOn} heading={t('songs.renames')} note={total}>
      <p className="soft small">{t('songs.rename-hint')}</p>
      <ul className={styles.renames}>
        {renames.map((rename) => (
          <li key={`${rename.song.id} ${rename.slug}`} ref={passFocusOn} className={styles.steps}>
            <div>
              <p>
                <Rich
                  id={rename.reason === 'name' ? 'songs.maybe-twice' : 'songs.maybe-now'}
                  song={<SongLink {...rename.song} />}
                  newer={<SongLink {...rename.newer} />}
                />
              </p>
              <p className="soft small">{reasonOf(rename)}</p>
            </div>
            <MergeSteps
              song={rename.newer}
              into={rename.song}
              action="accept"
              more={(isMerging) => (
                <Button
                  variant="quiet"
                  busy={keeping.isPending && keeping.variables === rename}
                  busyText={t('songs.keeping')}
                  disabled={(keeping.isPending && keeping.variables !== rename) || isMerging}
                  onClick={() => keep(rename)}
                >
                  {t('songs.keep-both')}
                </Button>
              )}
            />
          </li>
        ))}
      </ul>
      {renames.length < total && <p className="soft small">{t('songs.first', { count: renames.length })}</p>}
    </Card>
  )
}

function SongLink({ id, name }: SongRename['song']) {
  return <Link to={paths.adminSong(id)}>{name}</Link>
}

function reasonOf({ reason, show }: SongRename): string {
  switch (reason) {
    case 'position':
      if (!show) return t('songs.same-any')
      return t('songs.same-place', { day: plainDate(show.date), venue: show.venue })
    case 'spelling':
      return t('songs.spelling')
    case 'name':
      return t('songs.same-name')
    case 'slug':
      return t('songs.two-slugs')
  }
}
