import { useIsMutating } from '@tanstack/react-query'
import { Check, CircleDashed, CloudOff, Loader, type LucideIcon } from 'lucide-react'
import styles from './builder.module.css'
import type { ShowDraft } from './draft-store.ts'
import { SAVE_KEY } from './prediction-queries.ts'

const TIME = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })
const DAY_AND_TIME = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

export function SaveState({ draft }: { draft: ShowDraft }) {
  const isSaving = useIsMutating({ mutationKey: SAVE_KEY }) > 0
  const state = isSaving ? { Icon: Loader, text: 'saving' } : describeDraft(draft)
  return (
    <p role="status" className={styles.saveState}>
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
  if (savedAt) return { Icon: Check, text: `saved ${formatSaveTime(new Date(savedAt))}` }
  return null
}

function formatSaveTime(savedAt: Date): string {
  const isToday = savedAt.toDateString() === new Date().toDateString()
  return isToday ? `at ${TIME.format(savedAt)}` : DAY_AND_TIME.format(savedAt)
}
