import clsx from 'clsx'
import { Check, CircleDashed, CloudOff, Loader, type LucideIcon } from 'lucide-react'
import { formatInstant, formatTime } from '../../../lib/words/format-instant.ts'
import styles from './builder.module.css'
import { useIsSaving } from './prediction-queries.ts'
import type { ShowDraft } from './show-draft.ts'

export function SaveState({ draft }: { draft: ShowDraft }) {
  const isSaving = useIsSaving()
  const state = isSaving ? { Icon: Loader, text: 'saving' } : describeDraft(draft)
  return (
    <p role="status" className={clsx(styles.saveState, 'row soft small')}>
      {state && (
        <>
          <state.Icon aria-hidden /> {state.text}
        </>
      )}
    </p>
  )
}

/** `saved` only after the server has confirmed the save; null for a new draft. */
function describeDraft({ queued, changed, savedAt }: ShowDraft): { Icon: LucideIcon; text: string } | null {
  if (queued) return { Icon: CloudOff, text: 'waits to be sent' }
  if (changed) return { Icon: CircleDashed, text: 'not saved yet' }
  if (savedAt) return { Icon: Check, text: `saved ${formatSaveTime(savedAt)}` }
  return null
}

function formatSaveTime(savedAt: string): string {
  const isToday = new Date(savedAt).toDateString() === new Date().toDateString()
  return isToday ? `at ${formatTime(savedAt)}` : formatInstant(savedAt)
}
