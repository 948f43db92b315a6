import { liveEditingEndpoints } from '@called-it/shared/contract/live-editing'
import type { ListedUser } from '@called-it/shared/contract/users'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { request } from '../../../lib/api/api.ts'
import { toastAdminFailure } from '../../../lib/api/failure-toasts.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { SwitchInput } from '../../../ui/switch.tsx'

export function LiveOperatorSwitch({ user: { id, email, is_live_operator } }: { user: ListedUser }) {
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: (isOn: boolean) =>
      request(liveEditingEndpoints.setLiveOperator, {
        params: { userId: id },
        body: { is_live_operator: isOn },
      }),
    // Pending until the list is there again, so that the switch does not jump back.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: queryKeys.allAdminUsers }),
    onError: (error) => toastAdminFailure('Failed to change the live operator', error),
  })
  return (
    <SwitchInput
      aria-label={`live operator: ${email}`}
      checked={change.isPending ? change.variables : is_live_operator}
      busy={change.isPending}
      onCheckedChange={(isOn) => change.mutate(isOn)}
    />
  )
}
