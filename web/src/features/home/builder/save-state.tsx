import clsx from 'clsx'
import { Check, CircleDashed, CloudOff, Loader, type LucideIcon } from 'lucide-react'
import { formatInstant, formatTime } from '../../../lib/words/format-instant.ts'
import { t } from '../../../lib/words/texts.ts'
import styles from './builder.module.css'
import { useIsSaving } from './prediction-queries.ts'
import type { ShowDraft } from './show-draft.ts'

export function SaveState({ draft }: { draft: ShowDraft }) {
  const isSaving = useIsSaving()
  const state = isSaving ? { Icon: Loader, text: t('pick.saving') } : describeDraft(draft)
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
  if (queued) return { Icon: CloudOff, text: t('pick.waits') }
  if (changed) return { Icon: CircleDashed, text: t('pick.unsaved') }
  if (savedAt) return { Icon: Check, text: savedInWords(savedAt) }
  return null
}

function savedInWords(savedAt: string): string {
  const isToday = new Date(savedAt).toDateString() === new Date().toDateString()
  return isToday
    ? t('pick.saved-at', { time: formatTime(savedAt) })
    : t('pick.saved-on', { time: formatInstant(savedAt) })
}
