import { type League, leagueEndpoints } from '@called-it/shared/contract/leagues'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { request } from '../../lib/api/api.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { toastRequestFailure } from '../../lib/api/request-toasts.ts'
import { useOneAtATime } from '../../lib/hooks/use-one-at-a-time.ts'
import { paths } from '../../lib/paths.ts'
import { AlertDialog } from '../../ui/dialogs.tsx'
import { toast } from '../../ui/toast.ts'

type EndProps = { league: League; onClose: () => void }

export function LeaveDialog({ league, onClose }: EndProps) {
  const leaving = useEnd({
    end: () => request(leagueEndpoints.leaveLeague, { params: { leagueId: league.id } }),
    done: { title: 'You have left', description: league.name },
    failure: 'You are still in',
  })
  return (
    <AlertDialog
      title={`Leave ${league.name}?`}
      description={leaveText(league)}
      confirmLabel="leave"
      busyText="leaving..."
      busy={leaving.isPending}
      onConfirm={leaving.run}
      open
      onOpenChange={(open) => !open && onClose()}
    />
  )
}

function leaveText({ role, members }: League): string {
  if (members === 1) return 'You are the last one: the league is gone for good.'
  return role === 'owner'
    ? 'The longest-standing co-owner takes the league on, or else the longest-standing member.'
    : 'You are gone from its table at once. Its link or code lets you in again.'
}

export function DeleteDialog({ league, onClose }: EndProps) {
  const deleting = useEnd({
    end: () => request(leagueEndpoints.deleteLeague, { params: { leagueId: league.id } }),
    done: { title: 'League deleted', description: 'You can undo that here for a day.' },
    failure: 'The league was not deleted',
  })
  return (
    <AlertDialog
      title={`Delete ${league.name}?`}
      description="It is gone for every member at once. You can undo that for a day."
      confirmLabel="delete"
      busyText="deleting..."
      busy={deleting.isPending}
      onConfirm={deleting.run}
      open
      onOpenChange={(open) => !open && onClose()}
    />
  )
}

type End = {
  end: () => Promise<unknown>
  done: { title: string; description: string }
  failure: string
}

/** Leads to the leagues that are left. */
function useEnd({ end, done, failure }: End) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const ending = useMutation({
    mutationFn: end,
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.leagues })
      navigate(paths.leagues, { replace: true })
      toast(done)
    },
    onError: (error) => toastRequestFailure(failure, error),
  })
  const run = useOneAtATime(ending.mutate)
  return { isPending: ending.isPending, run: () => run() }
}
