import { counted } from '@called-it/shared/contract/counted'
import type { League } from '@called-it/shared/contract/leagues'
import type { Prediction } from '@called-it/shared/contract/predictions'
import type { Show } from '@called-it/shared/contract/shows'
import { paths } from '../../lib/paths.ts'
import { shortDate } from '../../lib/shows/show-date.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { optionsInWords } from './league-in-words.ts'
import styles from './league-page.module.css'

type LeagueHeadProps = {
  league: League
  openShows: readonly Show[] | undefined
  predictions: readonly Prediction[] | undefined
}

/** The league's name, and the way to the picks for its next show. */
export function LeagueHead({ league, openShows = [], predictions = [] }: LeagueHeadProps) {
  const { tour } = league
  const next = openShows.find((show) => show.is_open && (tour === null || show.tour_id === tour.id))
  const hasPicked = predictions.some(({ show_id }) => show_id === next?.id)
  return (
    <Card>
      <div className={styles.head}>
        <div className={styles.title}>
          <h1>{league.name}</h1>
          <p className="soft">
            {counted(league.members, 'member')} · {optionsInWords(league)}
          </p>
        </div>
        {next && (
          <div className={styles.next}>
            <p className="soft small">
              next: {next.venue}, {shortDate(next.showdate)}
            </p>
            <ButtonLink to={paths.prediction(next.id)} variant={hasPicked ? 'plain' : 'main'} size="l">
              {hasPicked ? 'change your picks' : 'make your picks'}
            </ButtonLink>
          </div>
        )}
      </div>
    </Card>
  )
}
