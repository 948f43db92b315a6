import { accountEndpoints } from '@called-it/shared/contract/accounts'
import type { CurrentUser } from '@called-it/shared/contract/current-user'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { setCurrentUser } from '../../lib/account/session.ts'
import { request } from '../../lib/api/api.ts'
import { Switch } from '../../ui/switch.tsx'
import { toast } from '../../ui/toast.ts'
import { toastUnchanged } from './profile-changes.ts'

export function PicksSwitch({ user }: { user: CurrentUser }) {
  const queryClient = useQueryClient()
  const update = useMutation({
    mutationFn: (shows_picks: boolean) => request(accountEndpoints.updateProfile, { body: { shows_picks } }),
    onSuccess: async (changed) => {
      await setCurrentUser(queryClient, changed)
      toast({ title: 'Profile updated' })
    },
    onError: (error) => toastUnchanged(queryClient, 'Failed to update profile', error),
  })
  return (
    <Switch
      label="show my picks under my name"
      description="Once picks for a show are closed, everybody can see them. While this is off, yours have no name."
      checked={update.isPending ? update.variables : user.shows_picks}
      busy={update.isPending}
      onCheckedChange={update.mutate}
    />
  )
}
