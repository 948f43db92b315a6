import { counted } from '@called-it/shared/contract/counted'
import type { PastCard } from '@called-it/shared/contract/histories'
import { CalendarDays, MapPin, Trophy } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { longDate } from '../../lib/shows/show-date.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Ticket } from '../../ui/ticket.tsx'
import styles from './history.module.css'
import { ScoreStamp } from './pick-card.tsx'
import picks from './picks.module.css'
import { PicksDialog } from './picks-dialog.tsx'

export function HistoryCard({ card }: { card: PastCard }) {
  const { show, total, place } = card
  const [isViewing, setIsViewing] = useState(false)
  const date = longDate(show.date)
  return (
    <Ticket
      className={picks.pick}
      aria-label={`${show.venue}, ${date}`}
      stub={
        <>
          <Button onClick={() => setIsViewing(true)}>view picks</Button>
          {total !== null && <ButtonLink to={paths.score(show.id)}>score</ButtonLink>}
        </>
      }
    >
      <div className={picks.top}>
        <div className={picks.where}>
          <h3 className={picks.venue}>
            <Link to={paths.show(show.id)} className="quiet-link">
              {show.venue}
            </Link>
          </h3>
          <p className={picks.fact}>
            <MapPin aria-hidden /> {show.location}
          </p>
          <p className={picks.fact}>
            <CalendarDays aria-hidden /> {date}
          </p>
          {place && (
            <p className={picks.fact}>
              <Trophy aria-hidden /> #{place.rank.toLocaleString('en-US')} of{' '}
              {counted(place.players, 'player')} that night
            </p>
          )}
        </div>
        {total !== null && <ScoreStamp score={total} />}
      </div>
      <div className={styles.calls}>
        <Calls card={card} />
      </div>
      <PicksDialog
        pick={{ score: total, setlist: card.picks }}
        title={show.venue}
        description={`${date} · ${show.location}`}
        open={isViewing}
        onOpenChange={setIsViewing}
      />
    </Ticket>
  )
}

function Calls({ card: { show, total, place, best } }: { card: PastCard }) {
  if (total === null) {
    return show.is_cancelled ? <Badge tone="danger">cancelled</Badge> : <Badge>not scored yet</Badge>
  }
  if (place === null) return <Badge>being computed</Badge>
  if (best.length === 0) return <p className="soft small">None of your calls came true.</p>
  return (
    <>
      <h4 className={styles.label}>best calls</h4>
      <ol className={styles.best}>
        {best.map(({ song, points, players }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a song that was played twice may be there twice
          <li key={index}>
            <b className={styles.points}>+{points}</b>
            <span>{song.name}</span>
            <span className={styles.company}>
              {players <= 1 ? 'only you had it' : `you and ${counted(players - 1, 'other')}`}
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}
