import type { SongChanceRow } from '@called-it/shared/contract/chances'
import { counted } from '@called-it/shared/contract/counted'
import type { Song } from '@called-it/shared/contract/songs'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../../lib/paths.ts'
import type { Chances } from '../../../lib/shows/chances.ts'
import { shortDate } from '../../../lib/shows/show-date.ts'
import { reasonInWords, slotInWords } from '../../../lib/words/chance-words.ts'
import { GapBar } from '../../../ui/gap-bar.tsx'
import styles from './pick-help.module.css'

export type ListedSong = Omit<Song, 'slug'>

export function SongFacts({ chances, song }: { chances: Chances; song: ListedSong }) {
  const played = chances.ofSongs.get(song.id)
  return (
    <>
      {played && (
        <dl className={styles.facts}>
          {factsOf(played, chances).map(([name, fact]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{fact}</dd>
            </div>
          ))}
        </dl>
      )}
      <Link to={paths.song(song)} className={clsx(styles.link, 'row small')}>
        every performance of {song.name}
      </Link>
    </>
  )
}

function factsOf(played: SongChanceRow, chances: Chances): (readonly [string, ReactNode])[] {
  const { reasons, gap, usual_gap, last, tour, venue, usual } = played
  const { tour_shows, venue_shows } = chances
  const show = chances.shows[last]
  const facts: (readonly [string, ReactNode] | null)[] = [
    reasons.length > 0
      ? ['why', reasons.map((reason) => reasonInWords(reason, played, chances)).join('; ')]
      : null,
    [
      'gap',
      <>
        {usual_gap === null ? gap : `${gap}, usually ${usual_gap}`}{' '}
        <GapBar gap={gap} usual={usual_gap} className={styles.factGap} />
      </>,
    ],
    show ? ['last played', [dayInWords(show.date), show.venue, show.location].join(', ')] : null,
    tour_shows > 0 ? ['this tour', `${tour} of ${counted(tour_shows, 'show')}`] : null,
    usual ? ['usual place', slotInWords(usual)] : null,
    venue_shows > 0 ? ['at this venue', `${venue} of ${counted(venue_shows, 'show')}`] : null,
  ]
  return facts.filter((fact) => fact !== null)
}

function dayInWords(day: string): string {
  return `${shortDate(day)}, ${day.slice(0, 4)}`
}
