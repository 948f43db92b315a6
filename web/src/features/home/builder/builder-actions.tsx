import { isDraftEmpty } from '@called-it/shared/game/draft'
import clsx from 'clsx'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { hasCode, isServerUnavailable } from '../../../lib/api.ts'
import { lazyModule } from '../../../lib/lazy-module.ts'
import { paths } from '../../../lib/paths.ts'
import { useConfig } from '../../../lib/site.ts'
import { useOneAtATime } from '../../../lib/use-one-at-a-time.ts'
import { Button } from '../../../ui/button.tsx'
import { useLazyDialog } from '../../../ui/dialogs.tsx'
import { toast, toastFailure } from '../../../ui/toast.ts'
import styles from './builder.module.css'
import { type ShowDraft, useDraftStore } from './draft-store.ts'
import { KickstartButton } from './kickstart-button.tsx'
import { useSavePrediction } from './prediction-queries.ts'
import { toastSaveFailure } from './save-failure.ts'
import { TestScoreButton } from './test-score-button.tsx'

const conflictDialog = lazyModule(() => import('./conflict-dialog.tsx'))

type BuilderActionsProps = { showId: number | null; draft: ShowDraft; isOpen: boolean }

/** Only one action runs at a time. */
export function BuilderActions({ showId, draft, isOpen }: BuilderActionsProps) {
  const navigate = useNavigate()
  const save = useSavePrediction()
  // A second save would be in conflict with the first.
  const saveOnce = useOneAtATime(save.mutate)
  const { data: config } = useConfig()
  const [isConflictOpen, setIsConflictOpen] = useState(false)
  const conflict = useLazyDialog(conflictDialog, { open: isConflictOpen, onOpenChange: setIsConflictOpen })
  const [busy, setBusy] = useState<'kickstart' | 'test' | null>(null)
  const empty = isDraftEmpty(draft.slots)

  const submit = () => {
    if (showId === null) {
      toastFailure('No show selected', 'Please select a show from the upcoming shows section.')
      return
    }
    if (empty) {
      toastFailure("Can't submit empty prediction", 'Please select at least one song for your prediction.')
      return
    }
    saveOnce(
      { showId, draft },
      {
        onSuccess: ({ updated }) => {
          toast({ title: updated ? 'Prediction Updated!' : 'Prediction Saved!' })
          navigate(paths.prediction(showId))
        },
        onError: (error) => {
          if (hasCode(error, 'stale_version')) setIsConflictOpen(true)
          else if (isServerUnavailable(error)) {
            useDraftStore.getState().queue(showId)
            toast({
              title: 'Not saved yet',
              description:
                'The server cannot take them right now. They are kept on this device, and sent as soon as it can.',
            })
          } else toastSaveFailure(error)
        },
      },
    )
  }

  const clear = () => {
    if (showId === null) return
    const { discard, replace } = useDraftStore.getState()
    discard(showId)
    navigate(paths.home)
    toast({
      title: 'draft cleared',
      action: {
        label: 'undo',
        altText: 'pick the show again',
        onPress: () => {
          replace(showId, draft)
          navigate(paths.prediction(showId))
        },
      },
    })
  }

  return (
    <div className={clsx(styles.actions, 'buttons')}>
      <Button
        variant="main"
        size="l"
        className={styles.submit}
        busy={save.isPending}
        busyText="Saving..."
        disabled={busy !== null || !isOpen}
        onClick={submit}
      >
        submit setlist
      </Button>
      {empty && showId !== null && (
        <KickstartButton
          showId={showId}
          disabled={save.isPending || busy === 'test'}
          onBusy={(isBusy) => setBusy(isBusy ? 'kickstart' : null)}
        />
      )}
      {config?.testModeEnabled && showId !== null && (
        <TestScoreButton
          showId={showId}
          draft={draft}
          disabled={save.isPending || busy === 'kickstart'}
          onBusy={(isBusy) => setBusy(isBusy ? 'test' : null)}
        />
      )}
      <Button variant="quiet" disabled={showId === null || save.isPending || busy !== null} onClick={clear}>
        Clear
      </Button>
      {showId !== null && conflict && (
        <conflict.ConflictDialog
          showId={showId}
          draft={draft}
          open={isConflictOpen}
          onOpenChange={setIsConflictOpen}
        />
      )}
    </div>
  )
}
