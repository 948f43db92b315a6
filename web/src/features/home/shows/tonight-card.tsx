import type { Show } from '@called-it/shared/contract/shows'
import { useEffect, useState } from 'react'
import { useCurrentUser } from '../../../lib/account/session.ts'
import { withJitter } from '../../../lib/events/jitter.ts'
import { lazyModule, useLazyModule } from '../../../lib/lazy-module.ts'
import { phaseInWords } from '../../../lib/live/phase-in-words.ts'
import { paths } from '../../../lib/paths.ts'
import { longDate } from '../../../lib/shows/show-date.ts'
import { noticeInWords } from '../../../lib/shows/show-notice.ts'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Card } from '../../../ui/card.tsx'
import { Ticket } from '../../../ui/ticket.tsx'
import { useCurrentUserPrediction } from '../builder/prediction-queries.ts'
import styles from './tonight-card.module.css'

const liveFacts = lazyModule(() => import('./live-facts.tsx'))

/** The first view does without it, and no two pages ask for the show at once when it begins. */
const FACTS_AFTER_MS = 1_000

export function TonightCard({ shows }: { shows: readonly Show[] }) {
  return (
    <Card heading="tonight" className={styles.tonight}>
      <div className="stack-3">
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
          {linkText(show)}
        </ButtonLink>
      }
    >
      <p className="soft small">{longDate(show.showdate)}</p>
      <p className={styles.venue}>{show.venue}</p>
      <p className="soft">{show.location}</p>
      <State show={show} />
      {notice && <p className="soft small">{notice}</p>}
    </Ticket>
  )
}

function linkText({ phase }: Show): string {
  if (phase === 'live') return 'see the show live'
  return phase === 'ended' ? 'see the show' : "see everybody's picks"
}

const hasBegun = ({ phase }: Show) => phase === 'live' || phase === 'ended'

function State({ show }: { show: Show }) {
  const isDue = useAfterFirstView(hasBegun(show))
  const code = useLazyModule(liveFacts, isDue)
  const own = <OwnPicks showId={show.id} />
  if (code && isDue) return <code.LiveFacts show={show} fallback={own} />
  return (
    <div className={styles.state}>
      <p>{phaseInWords(show)}</p>
      <p>{own}</p>
    </div>
  )
}

function useAfterFirstView(isWanted: boolean): boolean {
  const [isDue, setIsDue] = useState(false)
  useEffect(() => (isWanted ? withJitter(() => setIsDue(true), FACTS_AFTER_MS) : undefined), [isWanted])
  return isWanted && isDue
}

function OwnPicks({ showId }: { showId: number }) {
  const { user } = useCurrentUser()
  const { data: prediction } = useCurrentUserPrediction(showId)
  if (!user || prediction === undefined) return null
  return prediction ? 'yours are in' : 'you have none for this show'
}
