import { t } from '../../../lib/words/texts.ts'
import { toast } from '../../../ui/toast.ts'
import { sameSlots } from './draft-storage.ts'
import { useDraftStore } from './draft-store.ts'
import type { ShowDraft } from './show-draft.ts'

const UNDO_MS = 8_000

type Slots = ShowDraft['slots']

/**
 * Says what has happened, with a button that undoes it. It goes with the next change of the draft, so that only the last
 * change can be undone.
 *
 * @param altText names the same action for screen readers
 */
export function offerUndo(
  showId: number,
  title: string,
  altText: string,
  undo: (slots: Slots) => Slots,
): void {
  const { change, drafts } = useDraftStore.getState()
  const offered = drafts[showId]
  const dismiss = toast({
    title,
    durationMs: UNDO_MS,
    action: { label: t('pick.undo'), altText, onPress: () => change(showId, undo) },
  })
  const stop = useDraftStore.subscribe((store) => {
    const draft = store.drafts[showId]
    if (draft && offered && sameSlots(draft.slots, offered.slots)) return
    stop()
    dismiss()
  })
}
