import type { PracticeSong } from '@called-it/shared/contract/replays'
import type { Show } from '@called-it/shared/contract/shows'
import type { ReactNode } from 'react'
import { Sheet } from '../../../ui/dialogs.tsx'
import { Announcements } from '../builder/announcements.tsx'
import { practiceKey } from '../builder/draft-store.ts'
import { SlotTabs } from '../builder/slot-tabs.tsx'
import { SongsPanel } from '../songs/songs-panel.tsx'

type PracticeSheetProps = {
  show: Show
  songs: readonly PracticeSong[]
  beside: ReactNode
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** For phones, as when picks are saved. */
export function PracticeSheet({ show, songs, beside, open, onOpenChange }: PracticeSheetProps) {
  const key = practiceKey(show.id)
  return (
    <Sheet title={show.venue} open={open} onOpenChange={onOpenChange}>
      <Announcements />
      <SlotTabs showId={key} />
      <SongsPanel showId={key} practice={songs} beside={beside} />
    </Sheet>
  )
}
