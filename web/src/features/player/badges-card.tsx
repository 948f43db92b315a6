import type { PlayerPage } from '@called-it/shared/contract/players'
import { BADGES } from '@called-it/shared/game/badges'
import clsx from 'clsx'
import { Link } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { plainDate } from '../../lib/shows/show-date.ts'
import { t } from '../../lib/words/texts.ts'
import { badgeLabel } from '../../ui/badge-labels.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import styles from './badges-card.module.css'

type BadgesCardProps = Pick<PlayerPage, 'badges'> & {
  /** Also has the badges that are still to be earned. */
  isOwn: boolean
}

export function BadgesCard({ badges, isOwn }: BadgesCardProps) {
  const earned = new Map(badges.map(({ badge, show }) => [badge, show]))
  const listed = BADGES.filter((badge) => isOwn || earned.has(badge))
  return (
    <Card
      heading={t('player.badges')}
      note={t('player.count-of', { count: badges.length, all: BADGES.length })}
    >
      {listed.length === 0 ? (
        <EmptyState title={t('player.no-badge')}>{t('player.no-badge-why')}</EmptyState>
      ) : (
        <ul className={styles.badges} aria-label={t('player.badges')}>
          {listed.map((badge) => {
            const { name, sentence, Icon } = badgeLabel(badge)
            const show = earned.get(badge)
            return (
              <li key={badge} className={clsx(styles.badge, 'stack-3', !earned.has(badge) && styles.open)}>
                <span aria-hidden className={clsx(styles.mark, 'edged')}>
                  <Icon size={22} />
                </span>
                <div>
                  <b>{name}</b>
                  {!earned.has(badge) && <span className="visually-hidden"> {t('player.not-yet')}</span>}
                  <p className="soft small">{sentence}</p>
                  {show && (
                    <Link to={paths.show(show.id)} className={styles.show}>
                      {show.venue}, {plainDate(show.date)}
                    </Link>
                  )}
                </div>
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}
