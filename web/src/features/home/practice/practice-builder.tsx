import type { PracticeSong } from '@called-it/shared/contract/replays'
import type { Show } from '@called-it/shared/contract/shows'
import type { Draft } from '@called-it/shared/game/draft'
import { countPicks, SLOT_COUNT } from '@called-it/shared/game/setlist'
import { ListMusic } from 'lucide-react'
import { useEffect } from 'react'
import { PHONE } from '../../../lib/browser/screen-sizes.ts'
import { useMediaQuery } from '../../../lib/hooks/use-media-query.ts'
import { lazyModule } from '../../../lib/lazy-module.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { useLazyDialog } from '../../../ui/dialogs.tsx'
import { passFocusOn } from '../../../ui/focus-section.ts'
import { Announcements } from '../builder/announcements.tsx'
import { DraftSets } from '../builder/draft-sets.tsx'
import { practiceKey, useDraftStore, useShowDraft } from '../builder/draft-store.ts'
import type { PickedSong } from '../builder/show-draft.ts'
import { usePicking } from '../builder/use-picking.ts'
import home from '../home.module.css'
import { SongsPanel } from '../songs/songs-panel.tsx'
import styles from './practice-builder.module.css'

const practiceSheet = lazyModule(() => import('./practice-sheet.tsx'))

type PracticeBuilderProps = {
  show: Show
  songs: readonly PracticeSong[]
  onSubmit: (picks: Draft<PickedSong>) => void
}

/** The builder with a draft that nothing sends. */
export function PracticeBuilder({ show, songs, onSubmit }: PracticeBuilderProps) {
  const key = practiceKey(show.id)
  const draft = useShowDraft(key)
  const isHeld = useDraftStore(({ drafts }) => key in drafts)
  useEffect(() => {
    if (!isHeld) useDraftStore.getState().adopt(key, null)
  }, [key, isHeld])
  const isPhone = useMediaQuery(PHONE)
  const picking = usePicking()
  const sheetState = { open: isPhone && picking.isOpen, onOpenChange: picking.close }
  const sheet = useLazyDialog(practiceSheet, sheetState, isPhone)
  const count = countPicks(draft.slots)
  const submit = () => {
    if (sheetState.open) picking.close()
    onSubmit(draft.slots)
  }
  const submitButton = (
    <Button variant={count > 0 ? 'main' : 'plain'} size="l" disabled={count === 0} onClick={submit}>
      <span>{t('pick.submit')}</span>
      <span className="tabular">
        {count}/{SLOT_COUNT}
      </span>
    </Button>
  )
  return (
    <div className={styles.builder}>
      <Card
        heading={t('pick.your-picks')}
        aside={
          count > 0 && (
            <Button ref={passFocusOn} variant="quiet" onClick={() => useDraftStore.getState().discard(key)}>
              {t('pick.clear-small')}
            </Button>
          )
        }
      >
        <DraftSets
          showId={key}
          draft={draft}
          isOpen
          canEdit={isHeld}
          onChoose={isPhone ? picking.open : undefined}
        />
        <Announcements />
        <div className={styles.submit}>{submitButton}</div>
      </Card>
      {isPhone ? (
        <>
          <div className={home.dock} data-dock>
            <Button variant={count > 0 ? 'plain' : 'main'} size="l" wide onClick={picking.open}>
              <ListMusic aria-hidden /> {t('pick.add-songs')}
            </Button>
          </div>
          {sheet && <sheet.PracticeSheet show={show} songs={songs} beside={submitButton} {...sheetState} />}
        </>
      ) : (
        <Card heading={t('home.songs')} note={t('pick.day-before')}>
          <SongsPanel showId={key} practice={songs} />
        </Card>
      )}
    </div>
  )
}
