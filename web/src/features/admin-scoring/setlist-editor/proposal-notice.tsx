import type { AdminShow } from '@called-it/shared/contract/catalogue'
import type { CurrentSetlist } from '@called-it/shared/contract/setlists'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useSetlistProposal } from '../admin-queries.ts'
import { DifferenceList } from './difference-list.tsx'
import { editableSetlistOf, editableSetlistOfSource } from './editable-setlist.ts'
import { useSettleProposal } from './use-settle-proposal.ts'

export function ProposalNotice({ show, current }: { show: AdminShow; current: CurrentSetlist | null }) {
  const { data: proposal } = useSetlistProposal(show.id)
  const settling = useSettleProposal(show)
  if (!proposal) return null
  const settle = (decision: 'take' | 'drop') => settling.mutate({ proposalId: proposal.id, decision })
  const busy = (decision: 'take' | 'drop') => settling.isPending && settling.variables.decision === decision
  return (
    <Notice
      tone="warning"
      role="status"
      title="The source's setlist has lost songs. It does not count unless you take it."
      action={
        <>
          <Button
            busy={busy('take')}
            busyText="taking..."
            disabled={settling.isPending}
            onClick={() => settle('take')}
          >
            take the shorter setlist
          </Button>
          <Button
            variant="quiet"
            busy={busy('drop')}
            busyText="dropping..."
            disabled={settling.isPending}
            onClick={() => settle('drop')}
          >
            keep the stored one
          </Button>
        </>
      }
    >
      <DifferenceList before={editableSetlistOf(current)} after={editableSetlistOfSource(proposal)} />
    </Notice>
  )
}
