import type { CurrentUser } from '@called-it/shared/contract/current-user'
import { liveEditingEndpoints, type OpenConflict } from '@called-it/shared/contract/live-editing'
import type { Show } from '@called-it/shared/contract/shows'
import { useMutation } from '@tanstack/react-query'
import { request, serverMessage } from '../../lib/api/api.ts'
import { formatTime } from '../../lib/words/format-instant.ts'
import { Button } from '../../ui/button.tsx'
import { passFocusOn } from '../../ui/focus-section.ts'
import { Notice } from '../../ui/notice.tsx'
import { toastFailure } from '../../ui/toast.ts'
import { operationInWords } from './operation-in-words.ts'

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
    onError: (error) => toastFailure('That was not saved', serverMessage(error, 'Check your connection.')),
    onSettled: refresh,
  })
  return conflicts.map((conflict) => {
    const { opId, operation, songName, at } = conflict
    const isBusy = settling.isPending && settling.variables.opId === opId
    const settle = (decision: 'apply' | 'drop') => settling.mutate({ opId, decision })
    return (
      <div key={opId} ref={passFocusOn}>
        <Notice
          tone="warning"
          role="alert"
          title={`${nameOf(conflict.by, user)} ${operationInWords(operation, songName)} at ${formatTime(at)}, ${contradiction(conflict, user)}.`}
          action={
            <>
              <Button variant="main" busy={isBusy} onClick={() => settle('apply')}>
                {operation.op === 'song' ? 'add it' : 'do it'}
              </Button>
              <Button disabled={isBusy} onClick={() => settle('drop')}>
                drop it
              </Button>
            </>
          }
        >
          Everybody who edits sees this. One of you decides.
        </Notice>
      </div>
    )
  })
}

function contradiction({ against }: OpenConflict, user: CurrentUser): string {
  if (!against) return 'but the setlist had changed before that arrived'
  return `but ${nameOf(against.by, user)} ${operationInWords(against.operation, against.songName)}`
}

function nameOf(name: string | null, user: CurrentUser): string {
  return name === user.display_name ? 'you' : (name ?? 'somebody')
}
