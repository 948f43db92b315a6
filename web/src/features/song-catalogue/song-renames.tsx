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
      toast({ title: 'Both songs kept', description: `${song.name} and ${newer.name} stay two songs.` })
    },
    onError: (error) => {
      toastAdminFailure('The songs were not changed', error)
      void queryClient.refetchQueries({ queryKey: queryKeys.adminSongRenames })
    },
  })
  const keep = useOneAtATime(keeping.mutate)
  return (
    <Card ref={passFocusOn} heading="one song under two names?" note={total}>
      <p className="soft small">
        Accept it, and picks, setlists and scores count one song. One that is no longer listed gets the newer
        name. This can be undone.
      </p>
      <ul className={styles.renames}>
        {renames.map((rename) => (
          <li key={`${rename.song.id} ${rename.slug}`} ref={passFocusOn} className={styles.steps}>
            <div>
              <p>
                <SongLink {...rename.song} />
                {rename.reason === 'name' ? ' may be listed twice. Is it ' : ' is no longer listed. Is it '}
                <SongLink {...rename.newer} />
                {rename.reason === 'name' ? ', too?' : ' now?'}
              </p>
              <p className="soft small">{reasonOf(rename)}</p>
            </div>
            <MergeSteps
              song={rename.newer}
              into={rename.song}
              labels={{ count: 'accept', confirm: 'accept' }}
              more={(isMerging) => (
                <Button
                  variant="quiet"
                  busy={keeping.isPending && keeping.variables === rename}
                  busyText="keeping..."
                  disabled={(keeping.isPending && keeping.variables !== rename) || isMerging}
                  onClick={() => keep(rename)}
                >
                  keep both
                </Button>
              )}
            />
          </li>
        ))}
      </ul>
      {renames.length < total && (
        <p className="soft small">The first {renames.length}. The others follow once these are decided.</p>
      )}
    </Card>
  )
}

function SongLink({ id, name }: SongRename['song']) {
  return <Link to={paths.adminSong(id)}>{name}</Link>
}

function reasonOf({ reason, show }: SongRename): string {
  switch (reason) {
    case 'position':
      return `At the same place in the setlist of ${show ? `${plainDate(show.date)}, ${show.venue}` : 'a show'}.`
    case 'spelling':
      return 'Spelled alike.'
    case 'name':
      return 'The names differ by “&”, an article or punctuation only.'
    case 'slug':
      return 'An earlier release made two of this song, with and without an id of the source.'
  }
}
