import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import { useSearchParams } from 'react-router-dom'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Board } from './board.tsx'
import { TourRankings } from './tour-rankings.tsx'

/** The tab and the tour are in the address, so that a link leads to the same board. */
export function LeaderboardPage() {
  const [search, setSearch] = useSearchParams()
  const tab = search.get('tab') === 'tours' ? 'tours' : 'global'
  const chosenTour = Number(search.get('tour')) || null
  return (
    <Page title="leaderboard">
      <Card heading="leaderboard" headingLevel={1}>
        <Tabs
          label="leaderboards"
          value={tab}
          onValueChange={(chosen) => setSearch(chosen === 'tours' ? { tab: chosen } : {}, { replace: true })}
          tabs={[
            {
              value: 'global',
              label: 'global leaders',
              panel: <Board board={GLOBAL_BOARD} emptyText="No scores recorded yet." />,
            },
            {
              value: 'tours',
              label: 'tour rankings',
              panel: (
                <TourRankings
                  tourId={chosenTour}
                  onChoose={(tour) => setSearch({ tab: 'tours', tour: String(tour) }, { replace: true })}
                />
              ),
            },
          ]}
        />
      </Card>
    </Page>
  )
}
