import { accountEndpoints } from '@called-it/shared/contract/accounts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { hasCode, request } from '../lib/api.ts'
import { paths } from '../lib/paths.ts'
import { queryKeys } from '../lib/query-keys.ts'
import { rememberReturnPath } from '../lib/return-path.ts'
import { refetchUserIfLoggedOut, useCurrentUser } from '../lib/session.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadFailed } from '../ui/load-failed.tsx'
import { Page } from '../ui/page.tsx'
import { toast } from '../ui/toast.ts'
import { PageLoading } from './page-loading.tsx'

/** Long enough to read why one is sent away. */
const FAREWELL_MS = 2_000

type RequireFanProps = {
  when?: boolean
  /** Stands for it until it is known who asks; in its shape, so that nothing moves when it comes. */
  waiting?: ReactNode
  /** Said for a moment to who is not logged in; without it they are sent to log in at once. */
  farewell?: string
  children: ReactNode
}

/**
 * What is inside is a fan's; a visitor is sent to log in, and comes back afterwards. With `when` false it
 * is everybody's, and stays mounted while that changes.
 */
export function RequireUser({ when = true, waiting = <PageLoading />, farewell, children }: RequireFanProps) {
  const session = useCurrentUser()
  if (!when) return children
  if (session.isPending) return waiting
  if (session.isError) return <UnknownSession retry={session.retry} />
  return session.user ? children : <SendToLogin farewell={farewell} />
}

/**
 * What is inside is for admins, which the server is asked about before anything of it is loaded. Whose right ends
 * while the page is open is told so in its place.
 */
export function RequireAdmin({ children }: { children: ReactNode }) {
  const session = useCurrentUser()
  const queryClient = useQueryClient()
  const [admitted, setAdmitted] = useState(false)
  const check = useQuery({
    queryKey: queryKeys.adminCheck,
    queryFn: ({ signal }) => request(accountEndpoints.checkAdmin, { signal }),
    enabled: session.user?.is_admin === true && !admitted,
    gcTime: 0,
  })
  if (check.isSuccess && !admitted) setAdmitted(true)
  useEffect(() => refetchUserIfLoggedOut(queryClient, check.error), [queryClient, check.error])

  if (session.isPending) return <AdminChecking />
  if (session.isError) return <UnknownSession retry={session.retry} />
  if (!session.user) return <SendToLogin />
  if (admitted) return session.user.is_admin ? children : <AdminEnded />
  if (!session.user.is_admin || hasCode(check.error, 'not_allowed')) return <AccessDenied />
  if (check.isError && !hasCode(check.error, 'not_logged_in'))
    return <UnknownSession retry={() => void check.refetch()} />
  return <AdminChecking />
}

function AdminChecking() {
  return <PageLoading label="checking admin access..." />
}

function AdminEnded() {
  return (
    <Page width="narrow">
      <EmptyState title="Admin access required to view this page." />
    </Page>
  )
}

function SendToLogin({ farewell }: { farewell?: string | undefined }) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const send = () => {
      rememberReturnPath(pathname + search)
      navigate(paths.login, { replace: true })
    }
    if (farewell === undefined) return send()
    const timer = setTimeout(send, FAREWELL_MS)
    return () => clearTimeout(timer)
  }, [farewell, navigate, pathname, search])
  return <PageLoading label={farewell} />
}

function AccessDenied() {
  useEffect(() => {
    toast({
      title: 'Access Denied',
      description: "You don't have admin privileges to access this page.",
      variant: 'destructive',
    })
  }, [])
  return <Navigate to={paths.home} replace />
}

function UnknownSession({ retry }: { retry: () => void }) {
  return (
    <Page width="narrow">
      <LoadFailed title="we can't tell who you are right now" onRetry={retry} retryVariant="main">
        The server cannot be reached. This page goes on by itself once it can.
      </LoadFailed>
    </Page>
  )
}
