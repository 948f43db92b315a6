import type { SuspendedFan } from '@called-it/shared/contract/moderation'
import { useOneAtATime } from '../../../lib/hooks/use-one-at-a-time.ts'
import { plainDate } from '../../../lib/shows/show-date.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { passFocusOn } from '../../../ui/focus-section.ts'
import styles from './reports.module.css'
import { useSuspension } from './use-moderation.ts'

export function SuspendedFans({ suspended }: { suspended: readonly SuspendedFan[] }) {
  return (
    <Card heading={t('admin.suspended')} note={suspended.length}>
      {suspended.length === 0 && (
        <EmptyState title={t('admin.none-suspended')}>{t('admin.suspend-where')}</EmptyState>
      )}
      <ul className={styles.list}>
        {suspended.map((fan) => (
          <Suspended key={fan.user_id} fan={fan} />
        ))}
      </ul>
    </Card>
  )
}

function Suspended({ fan: { user_id: userId, display_name: name, ...fan } }: { fan: SuspendedFan }) {
  const day = plainDate(fan.suspended_at)
  const change = useSuspension()
  const lift = useOneAtATime(change.mutate)
  return (
    <li ref={passFocusOn} className={styles.item}>
      <div>
        <p>
          <bdi>{name}</bdi>
        </p>
        <p className={styles.reason}>{fan.reason}</p>
        <p className="soft small">
          {fan.suspended_by ? t('admin.day-by', { day, name: fan.suspended_by }) : day}
        </p>
      </div>
      <Button
        aria-label={`${t('admin.lift')}: ${name}`}
        busy={change.isPending}
        busyText={t('admin.lifting')}
        onClick={() => lift({ userId, name, reason: null })}
      >
        {t('admin.lift')}
      </Button>
    </li>
  )
}
