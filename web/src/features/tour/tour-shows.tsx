import type { TourPage } from '@called-it/shared/contract/tour-pages'
import type { ShowPhase } from '@called-it/shared/game/calendar'
import type { PlainId } from '@called-it/shared/languages/translate'
import { Link } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { isSetName, labelOfSet } from '../../lib/shows/set-labels.ts'
import { plainDate, shortDate } from '../../lib/shows/show-date.ts'
import { t } from '../../lib/words/texts.ts'
import { Card } from '../../ui/card.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { hueClass } from '../../ui/hue.tsx'
import { LinkedRow, LinkedRows, RowLink } from '../../ui/linked-rows.tsx'
import styles from './tour-page.module.css'

type TourShow = TourPage['shows'][number]

const PHASES = {
  open: 'tour.open',
  locked: 'tour.locked',
  live: 'tour.live',
  ended: 'tour.ended',
  final: 'tour.scored',
  cancelled: 'tour.cancelled',
} as const satisfies Record<ShowPhase, PlainId>

const AHEAD: ReadonlySet<ShowPhase> = new Set(['open', 'locked', 'live'])

const placeOf = ({ venue, location }: TourShow) => [venue, location].filter(Boolean).join(', ')

/** The next one first, then the last one played. */
export function TourShows({ page: { shows, names } }: { page: TourPage }) {
  const played = shows.filter(({ setlist }) => setlist.length > 0).toReversed()
  const others = shows.filter(({ setlist }) => setlist.length === 0)
  return (
    <>
      <Plain heading={t('tour.coming-up')} shows={others.filter(({ phase }) => AHEAD.has(phase))} />
      {played.length > 0 && (
        <Card heading={t('tour.setlists')}>
          <div className={styles.setlists}>
            {played.map((show) => (
              <Setlist key={show.id} show={show} names={names} />
            ))}
          </div>
        </Card>
      )}
      <Plain heading={t('tour.no-setlist')} shows={others.filter(({ phase }) => !AHEAD.has(phase))} />
    </>
  )
}

function Plain({ heading, shows }: { heading: string; shows: readonly TourShow[] }) {
  if (shows.length === 0) return null
  return (
    <Card heading={heading}>
      <LinkedRows>
        {shows.map((show) => (
          <LinkedRow key={show.id}>
            <RowLink to={paths.show(show.id)}>{plainDate(show.date)}</RowLink>
            <span className="soft small">{t(PHASES[show.phase])}</span>
            <span className="soft small">{placeOf(show)}</span>
          </LinkedRow>
        ))}
      </LinkedRows>
    </Card>
  )
}

function Setlist({ show, names }: { show: TourShow } & Pick<TourPage, 'names'>) {
  const { id, date, setlist } = show
  const title = (
    <span className="anywhere">
      {shortDate(date)} <span className={styles.venue}>{placeOf(show)}</span>
    </span>
  )
  return (
    <Disclosure title={title} isKept>
      <div className="stack-2">
        {setlist.map(({ set, songs }) => (
          <p key={set} className="small anywhere">
            <b className={styles.set}>
              <span className={hueClass(isSetName(set) ? set : 'soft')}>{labelOfSet(set)}</span>
            </b>{' '}
            {songs.map((song) => names[song]).join(', ')}
          </p>
        ))}
        <Link to={paths.show(id)}>{t('tour.see-show')}</Link>
      </div>
    </Disclosure>
  )
}
