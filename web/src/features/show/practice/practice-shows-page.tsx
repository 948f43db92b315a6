import { prepareTexts, searchFor } from '@called-it/shared/game/search-fold'
import clsx from 'clsx'
import { Shuffle } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { paths } from '../../../lib/paths.ts'
import { longDate, plainDate } from '../../../lib/shows/show-date.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { passFocusOn } from '../../../ui/focus-section.ts'
import { NotLoaded } from '../../../ui/not-loaded.tsx'
import { Page } from '../../../ui/page.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { usePracticeShows } from './practice-queries.ts'
import styles from './practice-shows.module.css'

type PastShow = NonNullable<ReturnType<typeof usePracticeShows>['data']>[number]

/** Past shows by date and venue: what they played is not said. */
export function PracticeShowsPage() {
  const { data: shows, isError, refetch } = usePracticeShows()
  return (
    <Page title={t('show.practice-title')} hasSections>
      <div className={clsx(styles.head, 'stack-2')}>
        <h1 className={styles.title}>{t('show.practice-kind')}</h1>
        <p className="soft">{t('show.practice-intro')}</p>
      </div>
      <Card heading={t('show.past-shows')} note={shows?.length}>
        {shows ? (
          <PastShows shows={shows} />
        ) : (
          <NotLoaded what={t('show.the-past-shows')} query={{ isError, refetch }} blocks={[10, '60px']} />
        )}
      </Card>
    </Page>
  )
}

const SHOWN = 50

function PastShows({ shows }: { shows: readonly PastShow[] }) {
  const navigate = useNavigate()
  const [search, setSearch] = useState('')
  const [limit, setLimit] = useState(SHOWN)
  const find = useMemo(() => showSearch(shows), [shows])
  const found = useMemo(() => find(search), [find, search])
  if (shows.length === 0) {
    return (
      <EmptyState
        title={t('show.no-past')}
        action={<ButtonLink to={paths.home}>{t('show.see-upcoming')}</ButtonLink>}
      >
        {t('show.past-later')}
      </EmptyState>
    )
  }
  const openAny = () => {
    const any = found[Math.floor(Math.random() * found.length)]
    if (any) void navigate(paths.practice(any.id))
  }
  return (
    <>
      <search className={clsx(styles.search, 'buttons')}>
        <TextInput
          round
          type="search"
          placeholder={t('show.search-hint')}
          aria-label={t('show.search')}
          onChange={({ target }) => {
            setSearch(target.value)
            setLimit(SHOWN)
          }}
        />
        <Button variant="main" disabled={found.length === 0} onClick={openAny}>
          <Shuffle aria-hidden /> {t('show.any-show')}
        </Button>
      </search>
      <p role="status" className="soft small">
        {search && t('show.found', { count: found.length })}
      </p>
      <ul className={styles.shows}>
        {found.slice(0, limit).map((show) => (
          <li key={show.id}>
            <Link to={paths.practice(show.id)} className={styles.show}>
              <span className={styles.venue}>{show.venue}</span>
              <span className="soft small">
                {[plainDate(show.date), show.location].filter(Boolean).join(' · ')}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {found.length > limit && (
        <Button ref={passFocusOn} wide className="apart" onClick={() => setLimit(limit + SHOWN)}>
          {t('show.more-shows')}
        </Button>
      )}
    </>
  )
}

/** All words have to be in the venue, the place or the date. */
function showSearch(shows: readonly PastShow[]): (typed: string) => readonly PastShow[] {
  const prepared = shows.map((show) => {
    const { venue, location, date } = show
    return { show, text: prepareTexts([`${venue} ${location} ${date} ${longDate(date)}`]) }
  })
  return (typed) => {
    const words = typed.split(/\s+/).filter(Boolean).map(searchFor)
    return prepared
      .filter(({ text }) => words.every((placeOf) => placeOf(text) !== null))
      .map(({ show }) => show)
  }
}
