import { isDraftEmpty } from '@called-it/shared/game/draft'
import { countPicks, SLOT_COUNT } from '@called-it/shared/game/setlist'
import { Check } from 'lucide-react'
import { useRef, useState } from 'react'
import { hasCode, isServerUnavailable } from '../../../lib/api/api.ts'
import { useOneAtATime } from '../../../lib/hooks/use-one-at-a-time.ts'
import { lazyModule } from '../../../lib/lazy-module.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button, type ButtonProps } from '../../../ui/button.tsx'
import { useLazyDialog } from '../../../ui/dialogs.tsx'
import { ShareDialog } from '../../../ui/share.tsx'
import { toast, toastFailure } from '../../../ui/toast.ts'
import { noteSaved } from './active-slot.ts'
import { useDraftStore } from './draft-store.ts'
import { useIsSaving, useSavePrediction } from './prediction-queries.ts'
import { toastSaveFailure } from './save-failure.ts'
import type { ShowDraft } from './show-draft.ts'

const conflictDialog = lazyModule(() => import('./conflict-dialog.tsx'))

type SubmitButtonProps = ButtonProps & { showId: number | null; draft: ShowDraft }

export function SubmitButton({ showId, draft, variant = 'main', children, ...rest }: SubmitButtonProps) {
  const save = useSavePrediction()
  // A second save would be in conflict with the first.
  const saveOnce = useOneAtATime(save.mutate)
  const isSaving = useIsSaving()
  const [isConflictOpen, setIsConflictOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const [isShareOpen, setIsShareOpen] = useState(false)
  const conflictState = { open: isConflictOpen, onOpenChange: setIsConflictOpen }
  const conflict = useLazyDialog(conflictDialog, conflictState, showId !== null)

  const isSaved = draft.savedAt !== null && !draft.changed

  const submit = () => {
    if (isSaved) return
    if (showId === null) {
      toastFailure(t('pick.no-show'), t('pick.no-show-hint'))
      return
    }
    if (isDraftEmpty(draft.slots)) {
      toastFailure(t('pick.empty'), t('pick.need-song'))
      return
    }
    saveOnce(
      { showId, draft },
      {
        onSuccess: ({ updated }) => {
          noteSaved(showId)
          toast({
            title: t(updated ? 'pick.updated' : 'pick.done'),
            action: {
              label: t('pick.share'),
              altText: t('pick.share-alt'),
              onPress: () => {
                // The dialog returns the focus there: the toast is gone by then.
                button.current?.focus()
                setIsShareOpen(true)
              },
            },
          })
        },
        onError: (error) => {
          if (hasCode(error, 'stale_version')) setIsConflictOpen(true)
          else if (isServerUnavailable(error)) {
            useDraftStore.getState().queue(showId)
            toast({ title: t('pick.not-yet'), description: t('pick.not-yet-why') })
          } else toastSaveFailure(error)
        },
      },
    )
  }

  return (
    <>
      <Button
        ref={button}
        variant={draft.changed ? variant : 'plain'}
        size="l"
        {...rest}
        // Disabled it would lose the focus.
        aria-disabled={isSaved || undefined}
        busy={isSaving}
        busyText={t('pick.saving-now')}
        onClick={submit}
      >
        {isSaved ? (
          <>
            <Check aria-hidden /> {t('pick.saved')}{' '}
            <span className="tabular">
              {countPicks(draft.slots)}/{SLOT_COUNT}
            </span>
          </>
        ) : (
          children
        )}
      </Button>
      {showId !== null && <ShareDialog showId={showId} open={isShareOpen} onOpenChange={setIsShareOpen} />}
      {showId !== null && conflict && (
        <conflict.ConflictDialog showId={showId} draft={draft} {...conflictState} />
      )}
    </>
  )
}
