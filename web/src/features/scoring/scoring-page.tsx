import type { LeaderboardEntry } from '@called-it/shared/contract/leaderboards'
import { averageScore } from '@called-it/shared/game/standings'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useBoard } from '../../lib/shows/boards.ts'
import { dateRange } from '../../lib/shows/show-date.ts'
import { useTours } from '../../lib/shows/tours.ts'
import { t } from '../../lib/words/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Glow } from '../../ui/glow.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { PlayerLink } from '../../ui/player-link.tsx'
import { Table, type TableColumn } from '../../ui/table.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import styles from './scoring.module.css'
import { ShowDialog } from './show-dialog.tsx'
import { ShowList } from './show-list.tsx'
import { TourDialog } from './tour-dialog.tsx'

const standingsColumns = (): readonly TableColumn<LeaderboardEntry>[] => [
  { header: t('scoring.rank'), cell: ({ rank }) => rank },
  {
    header: t('scoring.user'),
    isRowHeader: true,
    cell: ({ userId, userName }) => <PlayerLink userId={userId} name={userName} />,
  },
  { header: t('scoring.shows'), cell: ({ showsParticipated }) => showsParticipated },
  { header: t('scoring.points'), cell: ({ totalScore }) => <Glow value={totalScore} /> },
  {
    header: t('scoring.average'),
    cell: ({ totalScore, showsParticipated }) => (
      <Glow value={averageScore(totalScore, showsParticipated) ?? 0} />
    ),
  },
]

const NO_TOUR = 'none'
type OpenDialog = 'add-tour' | 'edit-tour' | 'add-show'

export function AdminScoringPage() {
  const tours = useTours()
  const [search, setSearch] = useSearchParams()
  const [tab, setTab] = useState<'shows' | 'leaderboard'>('shows')
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const chosen = search.get('tour')
  const tour =
    chosen === NO_TOUR ? undefined : (tours.data?.find(({ id }) => String(id) === chosen) ?? tours.data?.[0])
  const choose = (wanted: number | typeof NO_TOUR) => setSearch({ tour: String(wanted) }, { replace: true })
  const closeDialog = () => setDialog(null)

  return (
    <Page title={t('scoring.title')} hasSections>
      <div className={styles.head}>
        <h1>{t('scoring.heading')}</h1>
        <div className="buttons">
          <Button onClick={() => setDialog('add-tour')}>
            <Plus aria-hidden /> {t('scoring.add', { noun: 'tour' })}
          </Button>
          <Button onClick={() => setDialog('add-show')}>
            <Plus aria-hidden /> {t('scoring.add', { noun: 'show' })}
          </Button>
        </div>
      </div>
      {!tours.data && (
        <NotLoaded
          what={t('scoring.tours-what')}
          query={tours}
          blocks={[3, '96px']}
          className={styles.tours}
        />
      )}
      {tours.data && (
        <ul className={styles.tours} aria-label={t('scoring.tours')}>
          {tours.data.map(({ id, name, start_date, end_date, description }) => (
            <li key={id}>
              <button
                type="button"
                className={styles.tour}
                aria-pressed={id === tour?.id}
                onClick={() => choose(id)}
              >
                <span className={styles.tourName}>{name}</span>
                <span className="soft small">{dateRange(start_date, end_date)}</span>
                {description && <span className="small">{description}</span>}
              </button>
            </li>
          ))}
          <li>
            <button
              type="button"
              className={styles.tour}
              aria-pressed={tour === undefined}
              onClick={() => choose(NO_TOUR)}
            >
              <span className={styles.tourName}>{t('scoring.no-tour')}</span>
              <span className="soft small">{t('scoring.outside')}</span>
            </button>
          </li>
        </ul>
      )}
      {tours.data?.length === 0 && <EmptyState title={t('scoring.no-tours')} />}
      {tour && (
        <Card
          heading={tour.name}
          aside={
            <Button variant="quiet" onClick={() => setDialog('edit-tour')}>
              {t('scoring.edit', { noun: 'tour' })}
            </Button>
          }
        >
          <Tabs
            key={tour.id}
            label={tour.name}
            value={tab}
            onValueChange={setTab}
            tabs={[
              { value: 'shows', label: t('scoring.tab-shows'), panel: <ShowList tourId={tour.id} /> },
              {
                value: 'leaderboard',
                label: t('scoring.tab-board'),
                panel: <TourStandings tourId={tour.id} />,
              },
            ]}
          />
        </Card>
      )}
      {tours.data && !tour && (
        <Card heading={t('scoring.no-tour')}>
          <ShowList tourId={null} />
        </Card>
      )}
      {(dialog === 'add-tour' || (dialog === 'edit-tour' && tour)) && (
        <TourDialog
          tour={dialog === 'edit-tour' ? (tour ?? null) : null}
          onClose={closeDialog}
          onSaved={(tourId) => {
            closeDialog()
            choose(tourId)
          }}
        />
      )}
      {dialog === 'add-show' && <ShowDialog show={null} tourId={tour?.id ?? null} onClose={closeDialog} />}
    </Page>
  )
}

function TourStandings({ tourId }: { tourId: number }) {
  const { data, isError, refetch } = useBoard(tourId)
  if (!data)
    return <NotLoaded what={t('scoring.board-what')} query={{ isError, refetch }} blocks={[2, '44px']} />
  if (data.leaderboard.length === 0) return <EmptyState title={t('scoring.no-scores')} />
  return <Table columns={standingsColumns()} rows={data.leaderboard} rowKey={({ userId }) => userId} />
}
