import { countPicks, SLOT_COUNT } from '@called-it/shared/game/setlist'
import { useChances } from '../../../lib/shows/chances.ts'
import { useShow } from '../../../lib/shows/use-shows.ts'
import { Rich } from '../../../lib/words/rich.tsx'
import { Sheet } from '../../../ui/dialogs.tsx'
import { SongsPanel } from '../songs/songs-panel.tsx'
import { Announcements } from './announcements.tsx'
import { useShowDraft } from './draft-store.ts'
import styles from './pick-sheet.module.css'
import { SaveState } from './save-state.tsx'
import { SheetTitle } from './sheet-title.tsx'
import { SlotTabs } from './slot-tabs.tsx'
import { SubmitButton } from './submit-button.tsx'

type PickSheetProps = { showId: number; open: boolean; onOpenChange: (open: boolean) => void }

/** The builder of a phone while songs are added: the card, the songs, and below them what the thumb needs. */
export function PickSheet({ showId, open, onOpenChange }: PickSheetProps) {
  const { data: show } = useShow(showId)
  const draft = useShowDraft(showId)
  // Before it is open, for the order of the songs.
  useChances(showId)
  const submit = (
    <SubmitButton showId={showId} draft={draft} className={styles.submit}>
      <span>
        <Rich
          id="pick.submit-short"
          hidden={(words) => <span className="visually-hidden">{words}</span>}
        />{' '}
      </span>
      <span className="tabular">
        {countPicks(draft.slots)}/{SLOT_COUNT}
      </span>
    </SubmitButton>
  )
  return (
    <Sheet
      title={<SheetTitle show={show} />}
      aside={<SaveState draft={draft} />}
      open={open}
      onOpenChange={onOpenChange}
    >
      <Announcements />
      <SlotTabs showId={showId} />
      <SongsPanel showId={showId} beside={submit} />
    </Sheet>
  )
}
