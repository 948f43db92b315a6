import { counted } from '@called-it/shared/contract/counted'
import type { NamedPlayer } from '@called-it/shared/contract/players'
import type { Season } from '@called-it/shared/contract/seasons'
import clsx from 'clsx'
import { Gem, Star, TrendingUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { plainDate } from '../../lib/shows/show-date.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import { PlayerLink } from '../../ui/player-link.tsx'
import styles from './awards-card.module.css'

type Awards = Season['awards']

export function AwardsCard({ awards: { most_improved, best_night, boldest_call } }: { awards: Awards }) {
  return (
    <Card heading="awards" note="among players who show their picks">
      <ul className={clsx(styles.awards, 'stack-3')}>
        <Award name="most improved" Icon={TrendingUp} player={most_improved?.player}>
          {most_improved && (
            <>
              from {average(most_improved.before)} to <b>{average(most_improved.after)}</b> points a show
            </>
          )}
        </Award>
        <Award name="best night" Icon={Star} player={best_night?.player}>
          {best_night && (
            <>
              <b>{counted(best_night.total, 'point')}</b> at <ShowLink show={best_night.show} />
            </>
          )}
        </Award>
        <Award name="boldest call" Icon={Gem} player={boldest_call?.player}>
          {boldest_call && (
            <>
              <Link to={paths.song(boldest_call.song)}>{boldest_call.song.name}</Link> after{' '}
              <b>{counted(boldest_call.gap, 'show')}</b> without it, at <ShowLink show={boldest_call.show} />
            </>
          )}
        </Award>
      </ul>
    </Card>
  )
}

type AwardProps = {
  name: string
  Icon: typeof Star
  player: NamedPlayer | undefined
  children: ReactNode
}

function Award({ name, Icon, player, children }: AwardProps) {
  return (
    <li className={clsx(styles.award, 'stack-2 anywhere')}>
      <h3 className={clsx(styles.name, 'row-2')}>
        <Icon aria-hidden />
        {name}
      </h3>
      {player ? (
        <>
          <p className={clsx(styles.player, 'row-3')}>
            <Avatar name={player.display_name} image={player.avatar_path} size={40} />
            <PlayerLink userId={player.id} name={player.display_name} className={styles.winner} />
          </p>
          <p className="tabular">{children}</p>
        </>
      ) : (
        <p className="soft">No one this time.</p>
      )}
    </li>
  )
}

function ShowLink({ show }: { show: NonNullable<Awards['best_night']>['show'] }) {
  return (
    <Link to={paths.show(show.id)}>
      {show.venue}, {plainDate(show.date)}
    </Link>
  )
}

function average(points: number): string {
  return points.toLocaleString('en-US', { maximumFractionDigits: 1 })
}
