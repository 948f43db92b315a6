import type { AdminShow } from '@called-it/shared/contract/catalogue'
import { type Config, siteEndpoints } from '@called-it/shared/contract/site'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { request } from '../../lib/api/api.ts'
import { toastAdminFailure } from '../../lib/api/failure-toasts.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { serverNow } from '../../lib/api/server-clock.ts'
import { useConfig } from '../../lib/api/site.ts'
import { t } from '../../lib/words/texts.ts'
import { Button } from '../../ui/button.tsx'
import { AlertDialog } from '../../ui/dialogs.tsx'
import { toast } from '../../ui/toast.ts'
import { usePicksState } from './picks-state.tsx'
import styles from './scoring.module.css'
import type { ShowScoring } from './use-show-scoring.ts'

type ScoreButtonsProps = {
  show: AdminShow
  scoring: ShowScoring
  /** Whether it is what the page is for. */
  isNext?: boolean
}

export function ScoreButtons({ show, scoring, isNext = false }: ScoreButtonsProps) {
  const { isBusy, isScoring, isTesting, asksToClosePicks, setAsksToClosePicks } = scoring
  const isEarly = usePicksState(show) === 'open'
  const isCovered = useConfig().data?.siteOverlayEnabled === true
  const [offersToLift, setOffersToLift] = useState(false)
  // An excluded show is scored if the source lists it again: the run asks.
  const isCancelledByAdmin = show.is_cancelled && !show.excluded
  const startScoring = () => {
    // What the page holds may be older than the lock.
    if (show.is_open && serverNow() < Date.parse(show.locks_at)) return setAsksToClosePicks(true)
    scoring.score()
    setOffersToLift(isCovered)
  }
  const closePicks = () => {
    setAsksToClosePicks(false)
    scoring.closePicksAndScore()
    setOffersToLift(isCovered)
  }
  const leavePicks = (open: boolean) => {
    setAsksToClosePicks(open)
    if (!open) setOffersToLift(false)
  }
  return (
    <>
      {!show.is_scored && (
        <Button
          busy={isTesting}
          busyText={t('scoring.test-busy')}
          disabled={isBusy && !isTesting}
          onClick={scoring.test}
        >
          {t('scoring.test')}
        </Button>
      )}
      <Button
        variant={isNext && !isEarly ? 'main' : 'plain'}
        className={isEarly ? styles.early : undefined}
        busy={isScoring}
        busyText={show.is_scored ? t('scoring.rescore-busy') : t('scoring.score-busy')}
        disabled={isCancelledByAdmin || (isBusy && !isScoring)}
        onClick={startScoring}
      >
        {show.is_scored ? t('scoring.rescore') : t('scoring.score')}
      </Button>
      <AlertDialog
        open={asksToClosePicks}
        onOpenChange={leavePicks}
        title={t('scoring.close-ask')}
        description={t('scoring.close-hint')}
        cancelLabel={t('scoring.leave-open')}
        confirmLabel={t('scoring.close-yes')}
        onConfirm={closePicks}
      />
      <LiftOverlay open={offersToLift && !asksToClosePicks} onOpenChange={setOffersToLift} />
    </>
  )
}

type LiftOverlayProps = { open: boolean; onOpenChange: (open: boolean) => void }

/** Offers to lift the site overlay: scoring was requested, so the show is over. */
function LiftOverlay({ open, onOpenChange }: LiftOverlayProps) {
  const queryClient = useQueryClient()
  const { data: config } = useConfig()
  const lifting = useMutation({
    mutationFn: ({ testModeEnabled, version }: Config) =>
      request(siteEndpoints.changeConfig, {
        body: { config: { testModeEnabled, siteOverlayEnabled: false, version } },
      }),
    onSuccess: ({ config: changed }) => {
      queryClient.setQueryData(queryKeys.config, changed)
      toast({ title: t('scoring.updated'), description: t('scoring.overlay-off') })
      onOpenChange(false)
    },
    onError: (error) => toastAdminFailure(t('scoring.not-updated'), error, t('scoring.update-why')),
  })
  return (
    <AlertDialog
      open={open}
      onOpenChange={onOpenChange}
      tone="main"
      title={t('scoring.lift-ask')}
      description={t('scoring.lift-hint')}
      cancelLabel={t('scoring.leave-on')}
      confirmLabel={t('scoring.lift')}
      busy={lifting.isPending}
      busyText={t('scoring.lifting')}
      onConfirm={() => config && lifting.mutate(config)}
    />
  )
}
