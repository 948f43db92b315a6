import type { Show } from '@called-it/shared/contract/shows'
import { paths } from '../../../lib/paths.ts'
import { useCurrentUser } from '../../../lib/session.ts'
import { longDate } from '../../../lib/shows/show-date.ts'
import { noticeInWords } from '../../../lib/shows/show-notice.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Card } from '../../../ui/card.tsx'
import { Ticket } from '../../../ui/ticket.tsx'
import { useCurrentUserPrediction } from '../builder/prediction-queries.ts'
import styles from './tonight-card.module.css'

export function TonightCard({ shows }: { shows: readonly Show[] }) {
  return (
    <Card heading="tonight" className={styles.tonight}>
      <div className={styles.shows}>
        {shows.map((show) => (
          <TonightTicket key={show.id} show={show} />
        ))}
      </div>
    </Card>
  )
}

function TonightTicket({ show }: { show: Show }) {
  const notice = noticeInWords(show)
  return (
    <Ticket
      aria-label={`${longDate(show.showdate)}, ${show.venue}`}
      stub={
        <ButtonLink variant="main" to={paths.show(show.id)}>
          see everybody's picks
        </ButtonLink>
      }
    >
      <p className="soft small">{longDate(show.showdate)}</p>
      <p className={styles.venue}>{show.venue}</p>
      <p className="soft">{show.location}</p>
      <p className="small">
        picks are closed
        <OwnPicks showId={show.id} />
      </p>
      {notice && <p className="soft small">{notice}</p>}
    </Ticket>
  )
}

function OwnPicks({ showId }: { showId: number }) {
  const { user } = useCurrentUser()
  const { data: prediction } = useCurrentUserPrediction(showId)
  if (!user || prediction === undefined) return null
  return prediction ? ' · yours are in' : ' · you have none for this show'
}
