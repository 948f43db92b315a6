import type { CurrentUser } from '@called-it/shared/contract/current-user'
import { liveEditingEndpoints, type OpenConflict } from '@called-it/shared/contract/live-editing'
import type { Show } from '@called-it/shared/contract/shows'
import { useMutation } from '@tanstack/react-query'
import { request, serverMessage } from '../../lib/api/api.ts'
import { formatTime } from '../../lib/words/format-instant.ts'
import { t } from '../../lib/words/texts.ts'
import { Button } from '../../ui/button.tsx'
import { passFocusOn } from '../../ui/focus-section.ts'
import { Notice } from '../../ui/notice.tsx'
import { toastFailure } from '../../ui/toast.ts'
import { deedInWords } from './operation-in-words.ts'

type ConflictsProps = {
  show: Show
  user: CurrentUser
  conflicts: readonly OpenConflict[]
  refresh: () => void
}

/** Taps that others have contradicted: every operator of the show sees and may settle them. */
export function Conflicts({ show, user, conflicts, refresh }: ConflictsProps) {
  const settling = useMutation({
    mutationFn: (settled: { opId: string; decision: 'apply' | 'drop' }) =>
      request(liveEditingEndpoints.settleConflict, {
        params: { showId: show.id, opId: settled.opId },
        body: { decision: settled.decision },
      }),
    onError: (error) => toastFailure(t('editor.not-saved'), serverMessage(error, t('editor.connection'))),
    onSettled: refresh,
  })
  return conflicts.map((conflict) => {
    const { opId, operation } = conflict
    const isBusy = settling.isPending && settling.variables.opId === opId
    const settle = (decision: 'apply' | 'drop') => settling.mutate({ opId, decision })
    return (
      <div key={opId} ref={passFocusOn}>
        <Notice
          tone="warning"
          role="alert"
          title={inWords(conflict, user)}
          action={
            <>
              <Button variant="main" busy={isBusy} onClick={() => settle('apply')}>
                {operation.op === 'song' ? t('editor.add-it') : t('editor.do-it')}
              </Button>
              <Button disabled={isBusy} onClick={() => settle('drop')}>
                {t('editor.drop-it')}
              </Button>
            </>
          }
        >
          {t('editor.one-decides')}
        </Notice>
      </div>
    )
  })
}

function inWords(conflict: OpenConflict, { display_name }: CurrentUser): string {
  const { at, against } = conflict
  const words = { did: deedInWords(conflict, conflict.by, display_name), time: formatTime(at) }
  if (!against) return t('editor.late', words)
  return t('editor.conflict', { ...words, other: deedInWords(against, against.by, display_name) })
}
