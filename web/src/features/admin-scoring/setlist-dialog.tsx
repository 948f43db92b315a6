import { adminEndpoints, type CurrentSetlist } from '@called-it/shared/contract/admin'
import type { Show } from '@called-it/shared/contract/shows'
import { type Song, songEndpoints } from '@called-it/shared/contract/songs'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { queryKeys } from '../../lib/query-keys.ts'
import { longDate } from '../../lib/show-date.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { SetlistForm } from './setlist-form.tsx'

type SetlistDialogProps = { show: Show; onClose: () => void }

/** A show's setlist, to be read, corrected by hand, or taken from the source again. */
export function SetlistDialog({ show, onClose }: SetlistDialogProps) {
  const loaded = useQuery({
    queryKey: queryKeys.adminSetlist(show.id),
    gcTime: 0,
    queryFn: async ({ signal }): Promise<{ setlist: CurrentSetlist | null; songs: Song[] }> => {
      const [{ setlist }, { songs }] = await Promise.all([
        call(adminEndpoints.getShowSetlist, { params: { showId: show.id }, signal }),
        call(songEndpoints.listSongs, { signal }),
      ])
      return { setlist, songs }
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="l"
      title="setlist"
      description={`${show.venue}, ${longDate(show.showdate)}`}
    >
      {loaded.isPending && <Spinner label="Loading setlist..." />}
      {loaded.isError && (
        <EmptyState
          drawing="unplugged"
          title="The setlist could not be loaded."
          action={<Button onClick={() => void loaded.refetch()}>try again</Button>}
        />
      )}
      {loaded.data && <SetlistForm show={show} {...loaded.data} onSaved={onClose} />}
    </Dialog>
  )
}
