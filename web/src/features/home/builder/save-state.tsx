import { useIsMutating } from '@tanstack/react-query'
import { Check, CircleDashed, CloudOff, Loader } from 'lucide-react'
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

/** Shows `saved` only after the server has confirmed the save. */
export function SaveState({ draft }: { draft: ShowDraft }) {
  const isSaving = useIsMutating({ mutationKey: SAVE_KEY }) > 0
  const state = isSaving
    ? 'saving'
    : draft.queued
      ? 'queued'
      : draft.changed
        ? 'unsaved'
        : draft.savedAt
          ? 'saved'
          : 'new'
  return (
    <p role="status" className={styles.saveState}>
      {state === 'saving' && (
        <>
          <Loader aria-hidden /> saving
        </>
      )}
      {state === 'queued' && (
        <>
          <CloudOff aria-hidden /> waits to be sent
        </>
      )}
      {state === 'unsaved' && (
        <>
          <CircleDashed aria-hidden /> not saved yet
        </>
      )}
      {state === 'saved' && draft.savedAt && (
        <>
          <Check aria-hidden /> saved {formatSaveTime(new Date(draft.savedAt))}
        </>
      )}
    </p>
  )
}

function formatSaveTime(savedAt: Date): string {
  const isToday = savedAt.toDateString() === new Date().toDateString()
  return isToday ? `at ${TIME.format(savedAt)}` : DAY_AND_TIME.format(savedAt)
}
