import type { NamedPlayer } from '@called-it/shared/contract/players'
import clsx from 'clsx'
import { Fragment } from 'react'
import { formatNumber } from '../../../lib/words/format-number.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import styles from './league-presence.module.css'

const MAX_NAMED = 4

type LeaguePresenceProps = {
  players: readonly NamedPlayer[]
  /** Users, of `useLeagueLive`. */
  present: readonly number[]
}

/** Who of the members has the page open, as far as they allow it. */
export function LeaguePresence({ players, present }: LeaguePresenceProps) {
  const ids = new Set(present)
  const here = players.filter(({ id }) => ids.has(id))
  const named = here.slice(0, MAX_NAMED)
  const more = here.length - named.length
  return (
    <div className={clsx(styles.presence, 'row-2')}>
      <span aria-hidden className={styles.avatars}>
        {named.map(({ id, display_name, avatar_path }) => (
          <Avatar key={id} name={display_name} image={avatar_path} size={28} />
        ))}
      </span>
      <p className="soft small">
        {named.length === 0 && 'nobody else is around right now'}
        {named.map(({ id, display_name }, index) => (
          <Fragment key={id}>
            {index === 0 ? 'here now: ' : ', '}
            <bdi>{display_name}</bdi>
          </Fragment>
        ))}
        {more > 0 && ` and ${formatNumber(more)} more`}
      </p>
    </div>
  )
}
