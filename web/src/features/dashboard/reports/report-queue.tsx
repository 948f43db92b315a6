import { counted } from '@called-it/shared/contract/counted'
import {
  DECISIONS_OF,
  type Decision,
  REPORTED_PAGE,
  type ReportedThing,
} from '@called-it/shared/contract/moderation'
import clsx from 'clsx'
import { useState } from 'react'
import { useOneAtATime } from '../../../lib/hooks/use-one-at-a-time.ts'
import { plainDate } from '../../../lib/shows/show-date.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { passFocusOn } from '../../../ui/focus-section.ts'
import { PlayerLink } from '../../../ui/player-link.tsx'
import styles from './reports.module.css'
import { SuspendDialog } from './suspend-dialog.tsx'
import { useDecide } from './use-moderation.ts'

const LABELS = {
  'reset-name': 'reset name',
  'remove-image': 'remove image',
  suspend: 'suspend',
  dismiss: 'dismiss',
} as const satisfies Record<Decision, string>

export function ReportQueue({ reported }: { reported: readonly ReportedThing[] }) {
  const isPart = reported.length === REPORTED_PAGE
  return (
    <Card heading="reported" note={reported.length}>
      {reported.length === 0 && (
        <EmptyState title="nothing is reported">What fans report waits for you here.</EmptyState>
      )}
      <ul className={styles.list}>
        {reported.map((thing) => (
          <Reported key={`${thing.kind} ${thing.id}`} thing={thing} />
        ))}
      </ul>
      {isPart && <p className="soft small">The oldest. The others follow once these are decided.</p>}
    </Card>
  )
}

function Reported({ thing }: { thing: ReportedThing }) {
  const { kind, name, notes } = thing
  const [asksReason, setAsksReason] = useState(false)
  const deciding = useDecide()
  const decide = useOneAtATime(deciding.mutate)
  const isBusy = (decision: Decision) => deciding.isPending && deciding.variables.decision === decision
  return (
    <li ref={passFocusOn} className={styles.item}>
      <div className={clsx(styles.thing, 'row')}>
        {kind === 'image' && <Avatar name={name} image={thing.avatar_path} size={72} />}
        <div>
          <p>
            <bdi>
              <PlayerLink userId={kind === 'league' ? null : thing.id} name={name} />
            </bdi>{' '}
            <Badge>{kind}</Badge>
          </p>
          <p className="soft small">
            {counted(thing.reports, 'report')} since {plainDate(thing.first_at)}
          </p>
        </div>
      </div>
      {notes.length > 0 && (
        <ul className={clsx(styles.notes, 'stack-2')}>
          {notes.map((note, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: notes may be equal, and do not move
            <li key={index}>{note}</li>
          ))}
        </ul>
      )}
      <div className="buttons">
        {DECISIONS_OF[kind].map((decision) => (
          <Button
            key={decision}
            variant={decision === 'dismiss' ? 'quiet' : 'plain'}
            aria-label={`${LABELS[decision]}: ${name}`}
            busy={isBusy(decision)}
            disabled={deciding.isPending && !isBusy(decision)}
            onClick={() => (decision === 'suspend' ? setAsksReason(true) : decide({ thing, decision }))}
          >
            {LABELS[decision]}
          </Button>
        ))}
      </div>
      <SuspendDialog
        name={name}
        open={asksReason}
        onOpenChange={setAsksReason}
        isBusy={deciding.isPending}
        onSuspend={(reason) =>
          decide({ thing, decision: 'suspend', reason }, { onSettled: () => setAsksReason(false) })
        }
      />
    </li>
  )
}
