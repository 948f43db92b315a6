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
    <Card heading="invite">
      {data ? (
        <div className={clsx(styles.invite, 'stack-2')}>
          <Link league={league} url={new URL(paths.invitation(data.token), location.origin).href} />
          <p className={clsx(styles.code, 'row wraps')}>
            <span className="soft small">or the code</span>
            <b>{data.code}</b>
            <Button variant="quiet" aria-label="copy the code" onClick={() => void copyText(data.code)}>
              <Copy aria-hidden /> copy
            </Button>
          </p>
          {league.role !== 'member' && <Renew leagueId={league.id} />}
        </div>
      ) : (
        <NotLoaded what="the invitation" query={{ isError, refetch }}>
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
        <Copy aria-hidden /> copy the link
      </Button>
    )
  }
  // It is refused when the fan closes it.
  const share = () => void navigator.share({ title: `Play with us in ${league.name}`, url }).catch(() => {})
  return (
    <Button wide onClick={share}>
      <Share2 aria-hidden /> share the link
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
      toast({ title: 'New link and code', description: 'The old ones no longer work.' })
    },
    onError: (error) => toastRequestFailure('Link and code were not renewed', error),
  })
  const renew = useOneAtATime(renewing.mutate)
  return (
    <>
      <Button variant="quiet" onClick={() => setIsAsking(true)}>
        renew link and code
      </Button>
      <AlertDialog
        title="New link and code?"
        description="The old ones stop working at once. Members stay, and nobody you removed gets back in."
        confirmLabel="renew"
        busyText="renewing..."
        tone="main"
        busy={renewing.isPending}
        onConfirm={() => renew()}
        open={isAsking}
        onOpenChange={setIsAsking}
      />
    </>
  )
}
