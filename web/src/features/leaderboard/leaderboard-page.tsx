import { GLOBAL_BOARD } from '@called-it/shared/contract/live'
import { useState } from 'react'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { Board } from './board-view.tsx'
import { TourRankings } from './tour-rankings.tsx'

/** The boards: over every show, and by tour. */
export function LeaderboardPage() {
  const [tab, setTab] = useState<'global' | 'tours'>('global')
  return (
    <Page title="leaderboard">
      <Card heading="leaderboard" headingLevel={1}>
        <Tabs
          label="leaderboards"
          value={tab}
          onValueChange={setTab}
          tabs={[
            {
              value: 'global',
              label: 'global leaders',
              panel: <Board board={GLOBAL_BOARD} emptyText="No scores recorded yet." />,
            },
            { value: 'tours', label: 'tour rankings', panel: <TourRankings /> },
          ]}
        />
      </Card>
    </Page>
  )
}
