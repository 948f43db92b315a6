import { type NamedPlayer, playerEndpoints } from '@called-it/shared/contract/players'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { UserMinus, UserPlus } from 'lucide-react'
import { request } from '../../lib/api/api.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { toastRequestFailure } from '../../lib/api/request-toasts.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { useFollowed } from './player-queries.ts'

export function FollowButton({ player }: { player: NamedPlayer }) {
  const queryClient = useQueryClient()
  const { data: followed, isError, refetch } = useFollowed()
  const isFollowed = followed?.some(({ id }) => id === player.id) ?? false
  const change = useMutation({
    mutationFn: () => {
      const endpoint = isFollowed ? playerEndpoints.unfollowPlayer : playerEndpoints.followPlayer
      return request(endpoint, { params: { userId: player.id } })
    },
    onSuccess: ({ players }) => {
      queryClient.setQueryData<NamedPlayer[]>(queryKeys.follows, players)
      for (const queryKey of [queryKeys.arounds, queryKeys.allShowBoards]) {
        void queryClient.invalidateQueries({ queryKey })
      }
      if (isFollowed) return
      const description = 'They stand around you on boards now, and are not told.'
      toast({ title: `You follow ${player.display_name}`, description })
    },
    onError: (error) => toastRequestFailure(`${player.display_name} could not be followed`, error),
  })
  const Icon = isFollowed ? UserMinus : UserPlus
  return (
    <Button
      busy={change.isPending || (followed === undefined && !isError)}
      onClick={({ detail }) => {
        // The second click of a double click would undo the first.
        if (detail > 1) return
        if (followed) change.mutate()
        else void refetch()
      }}
    >
      <Icon aria-hidden /> {isFollowed ? 'unfollow' : 'follow'}
    </Button>
  )
}
