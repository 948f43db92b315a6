import type { AdminShow } from '@called-it/shared/contract/catalogue'
import { setlistEndpoints } from '@called-it/shared/contract/setlist-endpoints'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { toastAdminFailure } from '../../../lib/admin-failure-toast.ts'
import { hasCode, request } from '../../../lib/api.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { toast } from '../../../ui/toast.ts'
import { type EditableSetlist, toHandSetlist } from './editable-setlist.ts'
import type { SetlistDraft } from './setlist-drafts.ts'

/** Saves the setlist and then discards its draft. A failure, or a newer stored revision, leaves the draft alone. */
export function useSaveSetlist(
  show: AdminShow,
  draft: SetlistDraft,
): UseMutationResult<unknown, Error, EditableSetlist> {
  const queryClient = useQueryClient()
  const queryKey = queryKeys.adminSetlist(show.id)
  return useMutation({
    mutationFn: (setlist: EditableSetlist) =>
      request(setlistEndpoints.enterSetlist, {
        params: { showId: show.id },
        body: { ...toHandSetlist(setlist), basedOn: draft.basedOn },
      }),
    onSuccess: ({ setlist }) => {
      queryClient.setQueryData(queryKey, setlist)
      draft.discard()
      toast({
        title: 'setlist saved',
        description: show.is_scored ? 'Rescore the show to count it.' : 'Score the show to count it.',
      })
    },
    onError: (error) => {
      if (hasCode(error, 'stale_version')) void queryClient.refetchQueries({ queryKey, exact: true })
      toastAdminFailure('The setlist was not saved', error)
    },
  })
}
