import type { NamedPlayer } from '@called-it/shared/contract/players'
import type { Season } from '@called-it/shared/contract/seasons'
import clsx from 'clsx'
import { Gem, Star, TrendingUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { plainDate } from '../../lib/shows/show-date.ts'
import { formatNumber } from '../../lib/words/format-number.ts'
import { Rich } from '../../lib/words/rich.tsx'
import { t } from '../../lib/words/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Card } from '../../ui/card.tsx'
import { PlayerLink } from '../../ui/player-link.tsx'
import styles from './awards-card.module.css'

type Awards = Season['awards']

export function AwardsCard({ awards: { most_improved, best_night, boldest_call } }: { awards: Awards }) {
  return (
    <Card heading={t('tour.awards')} note={t('tour.awards-among')}>
      <ul className={clsx(styles.awards, 'stack-3')}>
        <Award name={t('tour.improved')} Icon={TrendingUp} player={most_improved?.player}>
          {most_improved && (
            <Rich
              id="tour.improved-by"
              before={average(most_improved.before)}
              after={average(most_improved.after)}
            />
          )}
        </Award>
        <Award name={t('tour.best-night')} Icon={Star} player={best_night?.player}>
          {best_night && (
            <Rich
              id="tour.night-points"
              points={best_night.total}
              show={<ShowLink show={best_night.show} />}
            />
          )}
        </Award>
        <Award name={t('tour.boldest')} Icon={Gem} player={boldest_call?.player}>
          {boldest_call && (
            <Rich
              id="tour.called-after"
              song={<Link to={paths.song(boldest_call.song)}>{boldest_call.song.name}</Link>}
              gap={boldest_call.gap}
              show={<ShowLink show={boldest_call.show} />}
            />
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
        <p className="soft">{t('tour.no-award')}</p>
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
  return formatNumber(points, { maximumFractionDigits: 1 })
}
