import type { AdminShow } from '@called-it/shared/contract/catalogue'
import { setlistEndpoints } from '@called-it/shared/contract/setlist-endpoints'
import type { CurrentSetlist } from '@called-it/shared/contract/setlists'
import { type QueryKey, type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../lib/api/api.ts'
import { toastAdminFailure } from '../../../lib/api/failure-toasts.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { useOneAtATime } from '../../../lib/hooks/use-one-at-a-time.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useSetlistProposal } from '../show-queries.ts'
import { DifferenceList } from './difference-list.tsx'
import { editableSetlistOf, editableSetlistOfSource } from './editable-setlist.ts'
import { toastStoredSetlist } from './toast-stored-setlist.ts'

const DECISIONS = [
  { decision: 'take', label: 'setlist.take-shorter', variant: 'plain', busy: 'setlist.taking' },
  { decision: 'drop', label: 'setlist.keep-stored', variant: 'quiet', busy: 'setlist.dropping' },
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
      title={t('setlist.lost-songs')}
      action={DECISIONS.map(({ decision, label, variant, busy }) => (
        <Button
          key={decision}
          variant={variant}
          busy={settling.isPending && settling.variables.decision === decision}
          busyText={t(busy)}
          disabled={settling.isPending}
          onClick={() => settle({ proposalId: proposal.id, decision })}
        >
          {t(label)}
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
      if (decision === 'take') toastStoredSetlist(t('setlist.taken'), show)
    },
    onError: (error) => toastAdminFailure(t('setlist.as-it-was'), error),
  })
}
