import type { AdminShow } from '@called-it/shared/contract/catalogue'
import { setlistEndpoints } from '@called-it/shared/contract/setlist-endpoints'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { hasCode, request } from '../../../lib/api/api.ts'
import { toastAdminFailure } from '../../../lib/api/failure-toasts.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { type EditableSetlist, toHandSetlist } from './editable-setlist.ts'
import type { SetlistDraft } from './setlist-drafts.ts'
import { toastStoredSetlist } from './toast-stored-setlist.ts'

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
      toastStoredSetlist('setlist saved', show)
    },
    onError: (error) => {
      if (hasCode(error, 'stale_version')) void queryClient.refetchQueries({ queryKey, exact: true })
      toastAdminFailure('The setlist was not saved', error)
    },
  })
}
