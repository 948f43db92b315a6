import type { AdminShow } from '@called-it/shared/contract/catalogue'
import { setlistEndpoints } from '@called-it/shared/contract/setlist-endpoints'
import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { hasCode, request } from '../../../lib/api.ts'
import { queryKeys } from '../../../lib/query-keys.ts'
import { toast } from '../../../ui/toast.ts'
import { tellUnsaved } from '../form-failures.ts'
import { type DeskSetlist, toHandSetlist } from './desk-setlist.ts'
import type { Desk } from './desk-store.ts'

/**
 * Saves the setlist on the desk. The draft goes once it is stored; a failure, or a revision that somebody else
 * has stored meanwhile, leaves it as it is.
 */
export function useSaveSetlist(show: AdminShow, desk: Desk): UseMutationResult<unknown, Error, DeskSetlist> {
  const queryClient = useQueryClient()
  const queryKey = queryKeys.adminSetlist(show.id)
  return useMutation({
    mutationFn: (setlist: DeskSetlist) =>
      request(setlistEndpoints.enterSetlist, {
        params: { showId: show.id },
        body: { ...toHandSetlist(setlist), basedOn: desk.basedOn },
      }),
    onSuccess: ({ setlist }) => {
      queryClient.setQueryData(queryKey, setlist)
      desk.discard()
      toast({
        title: 'setlist saved',
        description: show.is_scored ? 'Rescore the show to count it.' : 'Score the show to count it.',
      })
    },
    onError: (error) => {
      if (hasCode(error, 'stale_version')) void queryClient.refetchQueries({ queryKey, exact: true })
      tellUnsaved('The setlist was not saved', error)
    },
  })
}
