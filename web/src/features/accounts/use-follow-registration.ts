import { accountEndpoints } from '@called-it/shared/contract/accounts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { startSession } from '../../lib/account/login.ts'
import { useCurrentUser } from '../../lib/account/session.ts'
import { request } from '../../lib/api/api.ts'
import { t } from '../../lib/words/texts.ts'
import { toast } from '../../ui/toast.ts'

const POLL_MS = 3_000

type Following = {
  /** The token of a link that this page has confirmed: then it asks once. Absent: it polls while it is visible. */
  link?: string
  when?: boolean
}

/** Logs in once the registration of this browser is confirmed, anywhere; true if this page has. */
export function useFollowRegistration({ link, when = true }: Following): boolean {
  const queryClient = useQueryClient()
  const isVisitor = useCurrentUser().user === null
  const { data = false } = useQuery({
    queryKey: ['registration', link],
    // Without a signal: the session has begun even if the page is left meanwhile.
    queryFn: async () => {
      const body = link === undefined ? {} : { token: link }
      const { user } = await request(accountEndpoints.followRegistration, { body })
      if (!user) return false
      await startSession(queryClient, user)
      void toast({ title: t('account.logged-in') })
      return true
    },
    enabled: when && isVisitor,
    gcTime: 0,
    ...(link === undefined && { refetchInterval: POLL_MS, refetchOnWindowFocus: 'always' }),
  })
  return data
}
