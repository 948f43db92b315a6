import { type AdminSong, adminSongEndpoints } from '@called-it/shared/contract/admin-songs'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../lib/api/api.ts'
import { toastAdminFailure } from '../../lib/api/failure-toasts.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../ui/toast.ts'
import styles from './song-catalogue.module.css'

export function HideSong({ song: { id, name, is_hidden } }: { song: AdminSong }) {
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
