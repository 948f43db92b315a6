import type { NamedPlayer } from '@called-it/shared/contract/players'
import clsx from 'clsx'
import { Fragment } from 'react'
import { Rich } from '../../../lib/words/rich.tsx'
import { t } from '../../../lib/words/texts.ts'
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
        {named.length === 0 ? (
          t('league.alone')
        ) : (
          <Rich
            id="league.here"
            more={more}
            names={named.map(({ id, display_name }, index) => (
              <Fragment key={id}>
                {index > 0 && ', '}
                <bdi>{display_name}</bdi>
              </Fragment>
            ))}
          />
        )}
      </p>
    </div>
  )
}
