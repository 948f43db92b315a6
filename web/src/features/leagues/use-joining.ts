import { leagueEndpoints } from '@called-it/shared/contract/leagues'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type NavigateOptions, useNavigate } from 'react-router-dom'
import { forgetInvitation } from '../../lib/account/kept-invitation.ts'
import { ApiError, request } from '../../lib/api/api.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { paths } from '../../lib/paths.ts'
import { t } from '../../lib/words/texts.ts'
import { toast } from '../../ui/toast.ts'

/** Joins by a link or a code, and leads to the league. */
export function useJoining(invitation: string, options: NavigateOptions = {}) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: () => request(leagueEndpoints.acceptInvitation, { params: { invitation } }),
    onSuccess: ({ league }) => {
      forgetInvitation()
      void queryClient.invalidateQueries({ queryKey: queryKeys.leagues })
      toast({ title: t('league.in'), description: league.name })
      navigate(paths.league(league.id), options)
    },
    onError: (error) => {
      if (isRefusal(error)) forgetInvitation()
    },
  })
}

/** False for what may pass: network, overload, too many tries, an ended session. */
export function isRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 429 && error.status !== 401
}
