import type { AdminShow } from '@called-it/shared/contract/catalogue'
import { setlistEndpoints } from '@called-it/shared/contract/setlist-endpoints'
import type { CurrentSetlist } from '@called-it/shared/contract/setlists'
import { type QueryKey, type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../lib/api/api.ts'
import { toastAdminFailure } from '../../../lib/api/failure-toasts.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useOneAtATime } from '../../../lib/hooks/use-one-at-a-time.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useSetlistProposal } from '../show-queries.ts'
import { DifferenceList } from './difference-list.tsx'
import { editableSetlistOf, editableSetlistOfSource } from './editable-setlist.ts'
import { toastStoredSetlist } from './toast-stored-setlist.ts'

const DECISIONS = [
  { decision: 'take', label: 'take the shorter setlist', variant: 'plain', busyText: 'taking...' },
  { decision: 'drop', label: 'keep the stored one', variant: 'quiet', busyText: 'dropping...' },
] as const

export function ProposalNotice({ show, current }: { show: AdminShow; current: CurrentSetlist | null }) {
  const { data: proposal } = useSetlistProposal(show.id)
  const settling = useSettleProposal(show)
  const settle = useOneAtATime(settling.mutate)
  if (!proposal) return null
  return (
    <Notice
      tone="warning"
      role="status"
      title="The source's setlist has lost songs. It does not count unless you take it."
      action={DECISIONS.map(({ decision, label, ...look }) => (
        <Button
          key={decision}
          {...look}
          busy={settling.isPending && settling.variables.decision === decision}
          disabled={settling.isPending}
          onClick={() => settle({ proposalId: proposal.id, decision })}
        >
          {label}
        </Button>
      ))}
    >
      <DifferenceList before={editableSetlistOf(current)} after={editableSetlistOfSource(proposal)} />
    </Notice>
  )
}

type Settlement = { proposalId: number; decision: 'take' | 'drop' }

function useSettleProposal(show: AdminShow): UseMutationResult<unknown, Error, Settlement> {
  const queryClient = useQueryClient()
  const refetch = (queryKey: QueryKey) => queryClient.refetchQueries({ queryKey, exact: true })
  return useMutation({
    mutationFn: ({ proposalId, decision }: Settlement): Promise<unknown> =>
      request(
        decision === 'take' ? setlistEndpoints.takeSetlistProposal : setlistEndpoints.dropSetlistProposal,
        { params: { showId: show.id, proposalId } },
      ),
    onSettled: () =>
      Promise.all([
        refetch(queryKeys.adminSetlist(show.id)),
        refetch(queryKeys.adminSetlistProposal(show.id)),
      ]),
    onSuccess: (_, { decision }) => {
      if (decision === 'take') toastStoredSetlist('setlist taken', show)
    },
    onError: (error) => toastAdminFailure('The setlist is as it was', error),
  })
}
