import { t } from '../../lib/words/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ownDeedInWords } from './operation-in-words.ts'
import { dismissRefused, type RefusedTap } from './tap-queue.ts'
import type { Tapping } from './use-tapping.ts'

type RefusedTapsProps = { showId: number; refused: readonly RefusedTap[]; tap: Tapping['tap'] }

/** What was tapped stays in sight until the operator has seen why it is not in the setlist. */
export function RefusedTaps({ showId, refused, tap }: RefusedTapsProps) {
  return refused.map((given) => {
    const { opId, operation, songName, reason } = given
    const dismiss = () => dismissRefused(showId, opId)
    return (
      <Notice
        key={opId}
        tone="danger"
        role="alert"
        title={t('editor.refused', { did: ownDeedInWords(given) })}
        action={
          <>
            <Button
              onClick={() => {
                dismiss()
                tap({ operation, songName })
              }}
            >
              {t('editor.try-again')}
            </Button>
            <Button variant="quiet" onClick={dismiss}>
              {t('editor.leave-out')}
            </Button>
          </>
        }
      >
        {reason}
      </Notice>
    )
  })
}
