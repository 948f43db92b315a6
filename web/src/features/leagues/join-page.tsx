import type { InvitedLeague } from '@called-it/shared/contract/leagues'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { Navigate, useNavigate, useParams } from 'react-router-dom'
import { forgetInvitation, keepInvitation, keptInvitation } from '../../lib/account/kept-invitation.ts'
import { useCurrentUser } from '../../lib/account/session.ts'
import { serverMessage } from '../../lib/api/api.ts'
import { explain, tryAgain } from '../../lib/api/request-toasts.ts'
import { invitationQuery } from '../../lib/leagues/league-queries.ts'
import { paths } from '../../lib/paths.ts'
import { useIsOnDevice } from '../../lib/served-view.ts'
import { t } from '../../lib/words/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadFailed } from '../../ui/load-failed.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Page } from '../../ui/page.tsx'
import { Loading, SkeletonBlocks } from '../../ui/skeleton.tsx'
import styles from './join-page.module.css'
import { isRefusal, useJoining } from './use-joining.ts'

/** What a link or a code invites to. */
export function JoinPage() {
  const { invitation = '' } = useParams()
  const { data, error, refetch } = useQuery(invitationQuery(invitation))
  return (
    <Page title={t('league.invitation')} width="narrow" className={styles.page}>
      <Card>
        {data ? (
          <Invitation key={invitation} invitation={invitation} league={data} />
        ) : isRefusal(error) ? (
          <Refused invitation={invitation} />
        ) : error ? (
          <LoadFailed title={t('league.invite-fail')} onRetry={refetch}>
            {explain(error)}
          </LoadFailed>
        ) : (
          <Loading label={t('league.invite-load')}>
            <SkeletonBlocks count={4} height="56px" />
          </Loading>
        )}
      </Card>
    </Page>
  )
}

type InvitationProps = { invitation: string; league: InvitedLeague }

function Invitation({ invitation, league }: InvitationProps) {
  const { user } = useCurrentUser()
  const navigate = useNavigate()
  const isOnDevice = useIsOnDevice()
  const joining = useJoining(invitation, { replace: true })
  const isKept = keptInvitation()?.invitation === invitation
  const isMember = league.league_id !== null
  const joinKept = useEffectEvent(() => joining.mutate())
  // The fan has tapped *join* as a visitor.
  const joinsAtOnce = Boolean(user) && isKept && !isMember && !league.is_full && joining.isIdle
  useEffect(() => {
    if (joinsAtOnce) joinKept()
  }, [joinsAtOnce])
  useEffect(() => {
    if (isKept && (isMember || league.is_full)) forgetInvitation()
  }, [isKept, isMember, league.is_full])

  if (league.league_id !== null) return isOnDevice && <Navigate to={paths.league(league.league_id)} replace />
  const join = () => {
    if (user) return joining.mutate()
    keepInvitation({ invitation, league: league.name })
    navigate(paths.register)
  }
  const refusal = league.is_full
    ? t('error.league-full')
    : joining.error && serverMessage(joining.error, tryAgain())
  return (
    <div className="stack-3">
      <p className="soft">{t('league.invited')}</p>
      <h1 className="anywhere">{league.name}</h1>
      <p className="tabular">{t('league.count', { count: league.members })}</p>
      <p className={styles.meaning}>{t('league.meaning')}</p>
      {refusal && (
        <Notice tone="warning" role="alert">
          {refusal}
        </Notice>
      )}
      {!league.is_full && (
        <Button
          variant="main"
          size="l"
          wide
          busy={user === undefined || joining.isPending || joinsAtOnce}
          busyText={user ? t('league.joining') : undefined}
          onClick={join}
        >
          {t('league.join')}
        </Button>
      )}
      {user === null && !league.is_full && <p className="soft small">{t('league.sign-up-first')}</p>}
    </div>
  )
}

function Refused({ invitation }: { invitation: string }) {
  useEffect(() => {
    if (keptInvitation()?.invitation === invitation) forgetInvitation()
  }, [invitation])
  return (
    <>
      <h1 className="visually-hidden">{t('league.invite-title')}</h1>
      <EmptyState
        title={t('error.no-invitation')}
        action={
          <ButtonLink to={paths.home} variant="main">
            {t('league.home')}
          </ButtonLink>
        }
      />
    </>
  )
}
