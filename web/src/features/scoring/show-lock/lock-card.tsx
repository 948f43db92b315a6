import type { AdminShow } from '@called-it/shared/contract/catalogue'
import { Card } from '../../../ui/card.tsx'
import { PicksBadge, usePicksState } from '../picks-state.tsx'
import { CancelShow } from './cancel-show.tsx'
import { LockFacts } from './lock-facts.tsx'
import { LockForm } from './lock-form.tsx'
import { LockNow } from './lock-now.tsx'
import { OverlayChoice } from './overlay-choice.tsx'
import { ReopenPicks } from './reopen-picks.tsx'
import { RestoreShow } from './restore-show.tsx'
import { StartForm } from './start-form.tsx'

/** A lock that has passed is not moved, only reopened with a reason while nothing was played. */
export function LockCard({ show }: { show: AdminShow }) {
  const state = usePicksState(show)
  const isUntouched = !show.is_scored && show.setlist === null
  return (
    <Card heading="when picks close" aside={<PicksBadge state={state} />}>
      <div className="stack-4">
        <LockFacts show={show} />
        {state === 'open' && (
          <>
            <StartForm show={show} />
            <LockForm show={show} />
          </>
        )}
        {!show.is_scored && state !== 'cancelled' && <OverlayChoice show={show} />}
        <div className="buttons">
          {state === 'open' && <LockNow show={show} />}
          {isUntouched && (state === 'closed' || state === 'tonight') && <ReopenPicks show={show} />}
          {isUntouched && state !== 'cancelled' && <CancelShow show={show} />}
          {state === 'cancelled' && !show.excluded && <RestoreShow show={show} />}
        </div>
      </div>
    </Card>
  )
}
