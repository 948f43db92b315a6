import { DELETED_NAME, SUSPENDED_NAME } from '@called-it/shared/contract/display-name'
import clsx from 'clsx'
import { Link } from 'react-router-dom'
import { paths } from '../lib/paths.ts'
import { t } from '../lib/words/texts.ts'
import styles from './player-link.module.css'

type PlayerLinkProps = {
  /** Null for one without a name or a page. */
  userId: number | null
  name: string
  className?: string | undefined
}

/** A player's name, which leads to the player's page where there is one. */
export function PlayerLink({ userId, name, className }: PlayerLinkProps) {
  if (name === DELETED_NAME) return <span className={className}>{t('ui.deleted-fan')}</span>
  if (name === SUSPENDED_NAME) return <span className={className}>{t('ui.suspended-fan')}</span>
  if (userId === null) return <span className={className}>{name}</span>
  return (
    <Link to={paths.player(userId)} className={clsx(styles.link, className)}>
      {name}
    </Link>
  )
}
