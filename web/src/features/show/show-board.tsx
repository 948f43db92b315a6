import { AROUND_ROWS } from '@called-it/shared/contract/leaderboards'
import { type LiveShow, TOP_ROWS } from '@called-it/shared/contract/live-shows'
import type { Show } from '@called-it/shared/contract/shows'
import { unpackHistogram } from '@called-it/shared/game/live/histogram'
import { rankByTotal } from '@called-it/shared/game/standings'
import { useState } from 'react'
import { namelessFan } from '../../lib/account/nameless-fan.ts'
import { useCurrentUser } from '../../lib/account/session.ts'
import { namelessKey, toPointsRows } from '../../lib/live/board-rows.ts'
import { stageOf } from '../../lib/live/live-stage.ts'
import type { OwnCard } from '../../lib/live/own-card.ts'
import { useSystemCards, withSystemRows } from '../../lib/live/system-cards.ts'
import { paths } from '../../lib/paths.ts'
import { t } from '../../lib/words/texts.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { PointsTable } from '../../ui/points-table.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import styles from './show-board.module.css'
import { type BoardPart, useBoardPart } from './use-board-part.ts'

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
      heading={t('show.board')}
      note={live.viewers > 0 && t('show.watching', { viewers: live.viewers })}
    >
      {stageOf(show, live) === 'locked' ? (
        <p className="soft">{t('show.board-later')}</p>
      ) : show.tour_id === null ? (
        ofShow
      ) : (
        <Tabs
          label={t('show.boards')}
          value={tab}
          onValueChange={setTab}
          tabs={[
            { value: 'show', label: t('show.label'), panel: ofShow },
            {
              value: 'tour',
              label: t('show.tour'),
              panel: <TopTenOfTour showId={show.id} revision={live.revision} />,
            },
          ]}
        />
      )}
      <p className="apart">
        <ButtonLink to={paths.showRankings(show.id)}>{t('show.whole-board')}</ButtonLink>
      </p>
    </Card>
  )
}

/** The ten of the newest event, with machine and crowd between them. */
function TopTen({ showId, live }: { showId: number; live: LiveShow }) {
  const { user } = useCurrentUser()
  const { data: systemCards = [] } = useSystemCards(showId)
  const rankOf = rankByTotal(unpackHistogram(live.histogram))
  const rows = live.top.map(([total, id, name], index) => ({
    player: id === null ? namelessKey(index) : String(id),
    userId: id,
    rank: rankOf(total),
    name: name ?? namelessFan(),
    total,
    isOwn: id !== null && id === user?.id,
  }))
  return <PointsTable caption={t('show.top-show')} rows={withSystemRows(rows, systemCards, live)} />
}

type TopTenOfTourProps = { showId: number; revision: number }

/** The board of the show's tour, were the show over now. */
function TopTenOfTour({ showId, revision }: TopTenOfTourProps) {
  const { ref, board, shown } = useBoardPart(showId, 'tour', revision)
  return (
    <>
      <div ref={ref}>
        {shown ? (
          <PointsTable caption={t('show.top-tour')} rows={toPointsRows(shown.rows.slice(0, TOP_ROWS))} />
        ) : (
          <NotLoaded what={t('show.tour-board')} query={board} blocks={[TOP_ROWS, '48px']} />
        )}
      </div>
      {shown?.own && shown.players > TOP_ROWS && (
        <AroundMe showId={showId} part="tour-around" revision={revision} />
      )}
    </>
  )
}

type AroundMeProps = {
  showId: number
  part: Extract<BoardPart, 'around' | 'tour-around'>
  revision: number
}

/** The rows above and below the current fan's, and those of followed players. */
function AroundMe({ showId, part, revision }: AroundMeProps) {
  const { ref, board, shown } = useBoardPart(showId, part, revision)
  return (
    <div ref={ref} className="apart">
      <h3 className={styles.heading}>{t('show.around-me')}</h3>
      {shown ? (
        <PointsTable caption={t('show.around-me')} rows={toPointsRows(shown.rows, shown.followed)} />
      ) : (
        <NotLoaded what={t('show.around-you')} query={board} blocks={[2 * AROUND_ROWS + 1, '45px']} />
      )}
    </div>
  )
}
