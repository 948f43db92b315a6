import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import { useSearchParams } from 'react-router-dom'
import { paths, readShowId } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Board } from './board.tsx'
import { ShowRankings } from './show-rankings.tsx'
import { TourRankings } from './tour-rankings.tsx'

const TABS = ['global', 'tours', 'shows'] as const

/** The tab and the tour or show are in the address, so that a link leads to the same board. */
export function LeaderboardPage() {
  const [search, setSearch] = useSearchParams()
  const tab = TABS.find((known) => known === search.get('tab')) ?? 'global'
  const chosenTour = Number(search.get('tour')) || null
  const chosenShow = readShowId(search.get('show') ?? undefined)
  return (
    <Page title="leaderboard">
      <Card
        heading="leaderboard"
        headingLevel={1}
        aside={
          <>
            <ButtonLink to={paths.leagues}>leagues</ButtonLink>
            <ButtonLink to={paths.aboveExpectation}>above expectation</ButtonLink>
            <ButtonLink to={paths.machine}>the machine</ButtonLink>
          </>
        }
      >
        <Tabs
          label="leaderboards"
          value={tab}
          onValueChange={(chosen) => setSearch(chosen === 'global' ? {} : { tab: chosen }, { replace: true })}
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
            {
              value: 'shows',
              label: 'show rankings',
              panel: (
                <ShowRankings
                  showId={chosenShow}
                  onChoose={(show) => setSearch({ tab: 'shows', show: String(show) }, { replace: true })}
                />
              ),
            },
          ]}
        />
      </Card>
    </Page>
  )
}
