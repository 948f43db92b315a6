import { SET_NAMES } from '@called-it/shared/game/setlist'
import { filledSlots } from '../../../lib/shows/filled-slots.ts'
import { setLabel } from '../../../lib/shows/set-labels.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs.tsx'
import { SetHue } from '../../../ui/hue.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import styles from './builder.module.css'
import { useDraftStore } from './draft-store.ts'
import { useCurrentUserPrediction } from './prediction-queries.ts'
import { draftOf, type ShowDraft } from './show-draft.ts'

type ConflictDialogProps = {
  showId: number
  draft: ShowDraft
  open: boolean
  onOpenChange: (open: boolean) => void
}

export function ConflictDialog({ showId, draft, open, onOpenChange }: ConflictDialogProps) {
  const {
    data: saved,
    isFetching,
    isError,
  } = useCurrentUserPrediction(showId, { enabled: open, staleTime: 0 })
  const replace = useDraftStore((store) => store.replace)
  const isKnown = !isFetching && !isError
  const theirs = draftOf(saved ?? null)
  const choose = (chosen: ShowDraft) => {
    replace(showId, chosen)
    onOpenChange(false)
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="l"
      title={t('pick.elsewhere')}
      description={t('pick.elsewhere-what')}
      footer={
        <>
          <Button disabled={!isKnown} onClick={() => choose(theirs)}>
            {t('pick.take-saved')}
          </Button>
          <Button
            variant="main"
            disabled={!isKnown}
            onClick={() => choose({ ...draft, basedOn: theirs.basedOn })}
          >
            {t('pick.keep-these')}
          </Button>
        </>
      }
    >
      {isFetching ? (
        <Spinner label={t('pick.saved-loads')} />
      ) : (
        <div className={styles.versions}>
          <PickList title={t('pick.saved-picks')} draft={theirs} />
          <PickList title={t('pick.these-picks')} draft={draft} />
        </div>
      )}
    </Dialog>
  )
}

function PickList({ title, draft }: { title: string; draft: ShowDraft }) {
  return (
    <section>
      <h3>{title}</h3>
      {SET_NAMES.map((set) => (
        <SetHue key={set} set={set}>
          <h4 className={styles.setName}>{setLabel(set)}</h4>
          <ol className={styles.versionSongs}>
            {filledSlots(draft.slots[set]).map(({ position, name }) => (
              <li key={position} value={position}>
                {name}
              </li>
            ))}
          </ol>
        </SetHue>
      ))}
    </section>
  )
}
