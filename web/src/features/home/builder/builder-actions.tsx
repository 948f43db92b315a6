import { isDraftEmpty } from '@called-it/shared/game/draft'
import { useMutation } from '@tanstack/react-query'
import clsx from 'clsx'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { request } from '../../../lib/api/api.ts'
import { toastRequestFailure } from '../../../lib/api/request-toasts.ts'
import { useConfig } from '../../../lib/api/site.ts'
import { paths } from '../../../lib/paths.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { toast, toastFailure } from '../../../ui/toast.ts'
import { type TestScore, useTestScore } from '../scoring/test-score.ts'
import styles from './builder.module.css'
import { useDraftStore } from './draft-store.ts'
import { KickstartButton } from './kickstart-button.tsx'
import { toPickedSetlist, useIsSaving } from './prediction-queries.ts'
import type { ShowDraft } from './show-draft.ts'
import { SubmitButton } from './submit-button.tsx'

type BuilderActionsProps = {
  showId: number | null
  draft: ShowDraft
  isOpen: boolean
  canEdit: boolean
  /** False where there is nothing to submit, or the page submits elsewhere. */
  isMain?: boolean
}

/** Only one action runs at a time. */
export function BuilderActions({ showId, draft, isOpen, canEdit, isMain = true }: BuilderActionsProps) {
  const navigate = useNavigate()
  const isSaving = useIsSaving()
  const { data: config } = useConfig()
  const [busy, setBusy] = useState<'kickstart' | 'test' | null>(null)
  const empty = isDraftEmpty(draft.slots)

  const clear = () => {
    if (showId === null) return
    const { discard, replace } = useDraftStore.getState()
    discard(showId)
    navigate(paths.home)
    toast({
      title: t('pick.cleared'),
      action: {
        label: t('pick.undo'),
        altText: t('pick.again'),
        onPress: () => {
          replace(showId, draft)
          navigate(paths.prediction(showId))
        },
      },
    })
  }

  return (
    <div className={clsx(styles.actions, 'buttons')}>
      <SubmitButton
        showId={showId}
        draft={draft}
        variant={isMain ? 'main' : 'plain'}
        className={styles.submit}
        disabled={busy !== null || !isOpen}
      >
        {t('pick.submit-setlist')}
      </SubmitButton>
      {empty && canEdit && showId !== null && (
        <KickstartButton
          showId={showId}
          disabled={isSaving || busy === 'test'}
          onBusy={(isBusy) => setBusy(isBusy ? 'kickstart' : null)}
        />
      )}
      {config?.testModeEnabled && showId !== null && (
        <TestScoreButton
          showId={showId}
          draft={draft}
          disabled={isSaving || busy === 'kickstart'}
          onBusy={(isBusy) => setBusy(isBusy ? 'test' : null)}
        />
      )}
      <Button variant="quiet" disabled={showId === null || isSaving || busy !== null} onClick={clear}>
        {t('pick.clear')}
      </Button>
    </div>
  )
}

type TestScoreButtonProps = {
  showId: number
  draft: ShowDraft
  disabled: boolean
  onBusy: (isBusy: boolean) => void
}

function TestScoreButton({ showId, draft, disabled, onBusy }: TestScoreButtonProps) {
  const test = useMutation({
    mutationFn: async (): Promise<TestScore> => {
      const { breakdownEndpoints } = await import('@called-it/shared/contract/breakdowns')
      const { breakdown, actualSetlist } = await request(breakdownEndpoints.testScore, {
        body: { prediction: toPickedSetlist(draft) },
      })
      return { showId, breakdown, actualSetlist, picks: draft.slots }
    },
    onMutate: () => onBusy(true),
    onSettled: () => onBusy(false),
    onSuccess: (score) => {
      useTestScore.setState({ score })
      toast({
        title: t('pick.test-done'),
        description: t('pick.test-points', { points: score.breakdown.totalScore }),
      })
    },
    onError: (error) => toastRequestFailure(t('pick.test-failed'), error, t('pick.test-error')),
  })
  const press = () => {
    if (!isDraftEmpty(draft.slots)) return test.mutate()
    toastFailure(t('pick.test-empty'), t('pick.need-song'))
  }
  return (
    <Button busy={test.isPending} busyText={t('pick.testing')} disabled={disabled} onClick={press}>
      {t('pick.test')}
    </Button>
  )
}
