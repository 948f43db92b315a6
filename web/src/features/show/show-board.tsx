import { type LiveShow, TOP_ROWS } from '@called-it/shared/contract/live-shows'
import type { Show } from '@called-it/shared/contract/shows'
import { useState } from 'react'
import { stageOf } from '../../lib/live/live-stage.ts'
import type { OwnCard } from '../../lib/live/own-card.ts'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { AroundMe } from './around-me.tsx'
import { TopTen, TopTenOfTour } from './top-ten.tsx'

type ShowBoardProps = { show: Show; live: LiveShow; own: OwnCard | null }

/** The board of a show and of its tour, as they stand. */
export function ShowBoard({ show, live, own }: ShowBoardProps) {
  const [tab, setTab] = useState<'show' | 'tour'>('show')
  const ofShow = (
    <>
      <TopTen showId={show.id} live={live} />
      {own && live.players > TOP_ROWS && <AroundMe showId={show.id} part="around" revision={live.revision} />}
    </>
  )
  return (
    <Card
      id="board"
      heading="board"
      note={live.viewers > 0 && `${live.viewers.toLocaleString('en-US')} watching`}
    >
      {stageOf(show, live) === 'locked' ? (
        <p className="soft">It starts with the first song.</p>
      ) : show.tour_id === null ? (
        ofShow
      ) : (
        <Tabs
          label="boards"
          value={tab}
          onValueChange={setTab}
          tabs={[
            { value: 'show', label: 'show', panel: ofShow },
            {
              value: 'tour',
              label: 'tour',
              panel: <TopTenOfTour showId={show.id} revision={live.revision} />,
            },
          ]}
        />
      )}
      <p className="apart">
        <ButtonLink to={paths.showRankings(show.id)}>the whole board</ButtonLink>
      </p>
    </Card>
  )
}
