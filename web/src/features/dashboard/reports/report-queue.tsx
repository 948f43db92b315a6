import {
  DECISIONS_OF,
  type Decision,
  REPORTED_PAGE,
  type ReportedThing,
} from '@called-it/shared/contract/moderation'
import type { PlainId } from '@called-it/shared/languages/translate'
import clsx from 'clsx'
import { useState } from 'react'
import { useOneAtATime } from '../../../lib/hooks/use-one-at-a-time.ts'
import { plainDate } from '../../../lib/shows/show-date.ts'
import { t } from '../../../lib/words/texts.ts'
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
  'reset-name': 'admin.reset-name',
  'remove-image': 'admin.remove-image',
  suspend: 'admin.suspend',
  dismiss: 'admin.dismiss',
} as const satisfies Record<Decision, PlainId>

const KINDS = {
  name: 'admin.kind-name',
  image: 'admin.kind-image',
  league: 'admin.kind-league',
} as const satisfies Record<ReportedThing['kind'], PlainId>

export function ReportQueue({ reported }: { reported: readonly ReportedThing[] }) {
  const isPart = reported.length === REPORTED_PAGE
  return (
    <Card heading={t('admin.reported')} note={reported.length}>
      {reported.length === 0 && (
        <EmptyState title={t('admin.none-reported')}>{t('admin.reported-hint')}</EmptyState>
      )}
      <ul className={styles.list}>
        {reported.map((thing) => (
          <Reported key={`${thing.kind} ${thing.id}`} thing={thing} />
        ))}
      </ul>
      {isPart && <p className="soft small">{t('admin.oldest')}</p>}
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
            <Badge>{t(KINDS[kind])}</Badge>
          </p>
          <p className="soft small">
            {t('admin.reports-since', { count: thing.reports, day: plainDate(thing.first_at) })}
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
            aria-label={`${t(LABELS[decision])}: ${name}`}
            busy={isBusy(decision)}
            disabled={deciding.isPending && !isBusy(decision)}
            onClick={() => (decision === 'suspend' ? setAsksReason(true) : decide({ thing, decision }))}
          >
            {t(LABELS[decision])}
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
