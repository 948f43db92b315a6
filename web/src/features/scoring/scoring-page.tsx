import type { LeaderboardEntry } from '@called-it/shared/contract/leaderboards'
import { averageScore } from '@called-it/shared/game/standings'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useBoard } from '../../lib/shows/boards.ts'
import { dateRange } from '../../lib/shows/show-date.ts'
import { useTours } from '../../lib/shows/tours.ts'
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

const STANDINGS_COLUMNS: readonly TableColumn<LeaderboardEntry>[] = [
  { header: 'rank', cell: ({ rank }) => rank },
  {
    header: 'user',
    isRowHeader: true,
    cell: ({ userId, userName }) => <PlayerLink userId={userId} name={userName} />,
  },
  { header: 'shows', cell: ({ showsParticipated }) => showsParticipated },
  { header: 'score', cell: ({ totalScore }) => <Glow value={totalScore} /> },
  {
    header: 'average score',
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
    <Page title="score management" hasSections>
      <div className={styles.head}>
        <h1>Score Management</h1>
        <div className="buttons">
          <Button onClick={() => setDialog('add-tour')}>
            <Plus aria-hidden /> add a tour
          </Button>
          <Button onClick={() => setDialog('add-show')}>
            <Plus aria-hidden /> add a show
          </Button>
        </div>
      </div>
      {!tours.data && (
        <NotLoaded what="the tours" query={tours} blocks={[3, '96px']} className={styles.tours} />
      )}
      {tours.data && (
        <ul className={styles.tours} aria-label="tours">
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
              <span className={styles.tourName}>no tour</span>
              <span className="soft small">shows outside any tour</span>
            </button>
          </li>
        </ul>
      )}
      {tours.data?.length === 0 && <EmptyState title="No tours available." />}
      {tour && (
        <Card
          heading={tour.name}
          aside={
            <Button variant="quiet" onClick={() => setDialog('edit-tour')}>
              edit the tour
            </Button>
          }
        >
          <Tabs
            key={tour.id}
            label={tour.name}
            value={tab}
            onValueChange={setTab}
            tabs={[
              { value: 'shows', label: 'Shows', panel: <ShowList tourId={tour.id} /> },
              { value: 'leaderboard', label: 'Leaderboard', panel: <TourStandings tourId={tour.id} /> },
            ]}
          />
        </Card>
      )}
      {tours.data && !tour && (
        <Card heading="no tour">
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
  if (!data) return <NotLoaded what="the leaderboard" query={{ isError, refetch }} blocks={[2, '44px']} />
  if (data.leaderboard.length === 0) return <EmptyState title="No scores recorded for this tour yet." />
  return <Table columns={STANDINGS_COLUMNS} rows={data.leaderboard} rowKey={({ userId }) => userId} />
}
