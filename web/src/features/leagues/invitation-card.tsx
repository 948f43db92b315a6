import { type League, leagueEndpoints } from '@called-it/shared/contract/leagues'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { Copy, Share2 } from 'lucide-react'
import { useState } from 'react'
import { request } from '../../lib/api/api.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { toastRequestFailure } from '../../lib/api/request-toasts.ts'
import { copyText } from '../../lib/browser/copy-text.ts'
import { useOneAtATime } from '../../lib/hooks/use-one-at-a-time.ts'
import { useLeagueInvitation } from '../../lib/leagues/league-queries.ts'
import { paths } from '../../lib/paths.ts'
import { t } from '../../lib/words/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { AlertDialog } from '../../ui/dialogs.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import styles from './invitation-card.module.css'

/** Link and code for members to pass on. */
export function InvitationCard({ league }: { league: League }) {
  const { data, isError, refetch } = useLeagueInvitation(league.id)
  return (
    <Card heading={t('league.invite')}>
      {data ? (
        <div className={clsx(styles.invite, 'stack-2')}>
          <Link league={league} url={new URL(paths.invitation(data.token), location.origin).href} />
          <p className={clsx(styles.code, 'row wraps')}>
            <span className="soft small">{t('league.or-code')}</span>
            <b>{data.code}</b>
            <Button
              variant="quiet"
              aria-label={t('league.copy-code')}
              onClick={() => void copyText(data.code)}
            >
              <Copy aria-hidden /> {t('league.copy')}
            </Button>
          </p>
          {league.role !== 'member' && <Renew leagueId={league.id} />}
        </div>
      ) : (
        <NotLoaded what={t('league.what-invite')} query={{ isError, refetch }}>
          <Skeleton height="44px" shape="pill" />
          <Skeleton height="44px" shape="block" />
          {league.role !== 'member' && <Skeleton height="44px" shape="pill" />}
        </NotLoaded>
      )}
    </Card>
  )
}

function Link({ league, url }: { league: League; url: string }) {
  if (!('share' in navigator)) {
    return (
      <Button wide onClick={() => void copyText(url)}>
        <Copy aria-hidden /> {t('league.copy-link')}
      </Button>
    )
  }
  const title = t('league.play-with', { name: league.name })
  // It is refused when the fan closes it.
  const share = () => void navigator.share({ title, url }).catch(() => {})
  return (
    <Button wide onClick={share}>
      <Share2 aria-hidden /> {t('league.share-link')}
    </Button>
  )
}

function Renew({ leagueId }: { leagueId: number }) {
  const queryClient = useQueryClient()
  const [isAsking, setIsAsking] = useState(false)
  const renewing = useMutation({
    mutationFn: () => request(leagueEndpoints.renewLeagueInvitation, { params: { leagueId } }),
    onSuccess: (renewed) => {
      queryClient.setQueryData(queryKeys.leagueInvitation(leagueId), renewed)
      setIsAsking(false)
      toast({ title: t('league.renewed'), description: t('league.old-ended') })
    },
    onError: (error) => toastRequestFailure(t('league.renew-fail'), error),
  })
  const renew = useOneAtATime(renewing.mutate)
  return (
    <>
      <Button variant="quiet" onClick={() => setIsAsking(true)}>
        {t('league.renew-both')}
      </Button>
      <AlertDialog
        title={t('league.renew-ask')}
        description={t('league.renew-why')}
        confirmLabel={t('league.renew')}
        busyText={t('league.renewing')}
        tone="main"
        busy={renewing.isPending}
        onConfirm={() => renew()}
        open={isAsking}
        onOpenChange={setIsAsking}
      />
    </>
  )
}
