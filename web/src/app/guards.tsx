import { currentUserEndpoints } from '@called-it/shared/contract/current-user'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation, useNavigate } from 'react-router-dom'
import { useIsRestoring } from '../lib/account/restoring.ts'
import { rememberReturnPath } from '../lib/account/return-path.ts'
import { refetchUserIfLoggedOut, useCurrentUser } from '../lib/account/session.ts'
import { deviceOwner } from '../lib/account/user-storage.ts'
import { hasCode, request } from '../lib/api/api.ts'
import { queryKeys } from '../lib/api/query-keys.ts'
import { lazyExport } from '../lib/lazy-export.tsx'
import { paths } from '../lib/paths.ts'
import { t } from '../lib/words/texts.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LoadFailed } from '../ui/load-failed.tsx'
import { Page } from '../ui/page.tsx'
import { toastFailure } from '../ui/toast.ts'
import { PageLoading } from './page-loading.tsx'

const RightsRest = lazyExport(() => import('./rights-rest.tsx'))

/** Long enough to read the message. */
const REDIRECT_DELAY_MS = 2_000

type RequireUserProps = {
  when?: boolean
  /** Shown while the session is unknown; in the shape of the page, so that nothing moves. */
  waiting?: ReactNode
  /** Shown before the redirect to log in; without it the redirect is immediate. */
  redirectMessage?: string
  children?: ReactNode
}

/** Redirects visitors to log in, who return afterwards. With `when` false everybody may see the page. */
export function RequireUser({
  when = true,
  waiting = <PageLoading />,
  redirectMessage,
  children = <Outlet />,
}: RequireUserProps) {
  const session = useCurrentUser()
  const former = useFormerUser(session.user?.id)
  if (!when) return children
  if (session.isPending) return waiting
  if (session.isError) return <UnknownSession retry={session.retry} />
  return session.user ? children : <SendToLogin former={former} redirectMessage={redirectMessage} />
}

type RequireAdminProps = {
  /** Live operators are admitted too, by the session alone: the page has to open without a connection. */
  orOperator?: boolean
}

/** Checks the right before the page is loaded. If it ends later, a message replaces the page. */
export function RequireAdmin({ orOperator = false }: RequireAdminProps) {
  const session = useCurrentUser()
  const former = useFormerUser(session.user?.id)
  const queryClient = useQueryClient()
  const [admitted, setAdmitted] = useState(false)
  const isRestoring = useIsRestoring()
  const hasRight = session.user?.is_admin || (orOperator && session.user?.is_live_operator)
  const check = useQuery({
    queryKey: queryKeys.adminCheck,
    queryFn: ({ signal }) => request(currentUserEndpoints.checkAdmin, { signal }),
    enabled: hasRight === true && !orOperator && !admitted,
    gcTime: 0,
  })
  if ((check.isSuccess || (orOperator && hasRight)) && !admitted) setAdmitted(true)
  useEffect(() => refetchUserIfLoggedOut(queryClient, check.error), [queryClient, check.error])

  if (admitted && isRestoring) return <Outlet />
  const checking = <PageLoading label={t('site.admin-check')} />
  if (session.isPending) return checking
  if (session.isError) return <UnknownSession retry={session.retry} />
  if (!session.user) return <SendToLogin former={former} />
  const who = orOperator ? 'operator' : 'admin'
  if (session.user.rights_rest || hasCode(check.error, 'rights_rest'))
    return <RightsRest user={session.user} who={who} />
  if (admitted) return hasRight ? <Outlet /> : <RightEnded who={who} />
  if (!hasRight || hasCode(check.error, 'not_allowed')) return <AccessDenied who={who} />
  if (check.isError && !hasCode(check.error, 'not_logged_in'))
    return <UnknownSession retry={() => void check.refetch()} />
  return checking
}

function RightEnded({ who }: { who: string }) {
  return (
    <Page width="narrow">
      <EmptyState title={t('site.right-ended', { who })} />
    </Page>
  )
}

/** Who was logged in here before; null for a visitor. */
function useFormerUser(userId: number | undefined): number | null {
  const [former, setFormer] = useState<number | null>(null)
  if (userId !== undefined && userId !== former) setFormer(userId)
  return former
}

type SendToLoginProps = { former: number | null; redirectMessage?: string | undefined }

function SendToLogin({ former, redirectMessage }: SendToLoginProps) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    const send = () => {
      // Who has logged out does not want to return.
      if (former === null || former === deviceOwner()) rememberReturnPath(pathname + search)
      navigate(paths.login, { replace: true })
    }
    if (redirectMessage === undefined) return send()
    const timer = setTimeout(send, REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [former, redirectMessage, navigate, pathname, search])
  return <PageLoading label={redirectMessage} />
}

function AccessDenied({ who }: { who: string }) {
  useEffect(() => {
    toastFailure(t('site.denied'), t('site.no-right', { who }), { survivesNavigation: true })
  }, [who])
  return <Navigate to={paths.home} replace />
}

function UnknownSession({ retry }: { retry: () => void }) {
  return (
    <Page width="narrow">
      <LoadFailed title={t('site.lost')} onRetry={retry} retryVariant="main">
        {t('site.lost-retries')}
      </LoadFailed>
    </Page>
  )
}
