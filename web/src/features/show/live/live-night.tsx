import type { LiveShow } from '@called-it/shared/contract/live-shows'
import type { Show } from '@called-it/shared/contract/shows'
import { useState } from 'react'
import { useCurrentUserPredictions } from '../../../lib/account/current-user-predictions.ts'
import { useCurrentUser } from '../../../lib/account/session.ts'
import { useOwnLeagues } from '../../../lib/leagues/league-queries.ts'
import { cardSlots } from '../../../lib/live/card-slots.ts'
import { isOver, stageOf } from '../../../lib/live/live-stage.ts'
import type { Moment } from '../../../lib/live/moments.ts'
import { useOwnCard } from '../../../lib/live/own-card.ts'
import { hitsByPerformance } from '../../../lib/live/paid-performances.ts'
import { isRead, useSystemCards } from '../../../lib/live/system-cards.ts'
import { smallSetLabel } from '../../../lib/shows/set-labels.ts'
import { formatNumber } from '../../../lib/words/format-number.ts'
import { t } from '../../../lib/words/texts.ts'
import { ScoreHero } from '../../../ui/night/score-hero.tsx'
import { TileStrip } from '../../../ui/night/tile-strip.tsx'
import { ShareButton } from '../../../ui/share.tsx'
import { ShowBoard } from '../show-board.tsx'
import { Chase } from './chase.tsx'
import { JoinCard } from './join-card.tsx'
import { LeagueNight, leagueOf, NoLeague } from './league-night.tsx'
import { LiveAnnouncer } from './live-announcer.tsx'
import styles from './live-night.module.css'
import { LiveNightSkeleton } from './live-night-skeleton.tsx'
import { MyCard } from './my-card.tsx'
import { NowCard } from './now-card.tsx'
import { SectionBar } from './section-bar.tsx'
import { SongFeed } from './song-feed.tsx'
import { useMoments } from './use-moments.ts'

type LiveNightProps = { show: Show; live: LiveShow }

/** A show from its lock on: own card, what is played, board, league. Its boxes stay in their places until the end. */
export function LiveNight({ show, live }: LiveNightProps) {
  const { user, isPending } = useCurrentUser()
  const predictions = useCurrentUserPredictions()
  const own = useOwnCard(show, live)
  const systemCards = useSystemCards(show.id)
  const leagues = useOwnLeagues()
  const { loud, found } = useMoments({ live, own })
  const stage = stageOf(show, live)
  const isDark = !isOver(stage)
  // A page that has seen the night keeps its order when the show is over.
  const [isNight] = useState(isDark)
  // A fan's own card comes first, two rows of the board and the league later: nothing is shown that they would push down.
  if (isPending || (user && predictions.isPending) || !isRead(systemCards) || !leagues)
    return <LiveNightSkeleton stage={stage} />

  const league = leagueOf(leagues, show)
  const hits = own && hitsByPerformance(own.score.hits, live.performances)
  const slots = own && cardSlots(own, live, stage)
  const bustOut = loud.find((moment) => moment.kind === 'bust-out')
  const fullSets = loud.flatMap((moment) => (moment.kind === 'full set' ? [moment.set] : []))
  const sections = [
    ...(own ? [{ id: 'card', label: t('live.card') }] : []),
    { id: 'songs', label: t('live.songs') },
    ...(live.players > 0 ? [{ id: 'board', label: t('live.tab-board') }] : []),
    user
      ? { id: 'league', label: t(league ? 'live.league' : 'live.join') }
      : { id: 'join', label: t('live.join') },
  ]
  const lead = own && (
    <>
      {own.score.total} <small>#{formatNumber(own.rank)}</small>
    </>
  )
  return (
    <>
      <SectionBar sections={sections} head="score" lead={stage !== 'locked' && lead} />
      <div
        className={styles.night}
        data-own={own !== null || undefined}
        data-dark={isDark || undefined}
        data-night={isNight || undefined}
      >
        {own && slots && (
          <ScoreHero
            id="score"
            own={stage === 'locked' ? { ...own, rank: null } : own}
            stage={stage}
            loud={shoutOf(loud)}
          >
            <TileStrip slots={slots} full={fullSets} />
          </ScoreHero>
        )}
        <NowCard show={show} live={live} stage={stage} own={own} hits={hits} bustOut={bustOut?.gap} />
        {!own && <JoinCard isVisitor={!user} stage={stage} />}
        {own && slots && (
          <>
            <Chase own={own} live={live} stage={stage} hits={hits} />
            <MyCard
              slots={slots}
              live={live}
              stage={stage}
              aside={stage !== 'locked' && <ShareButton showId={show.id} />}
            />
          </>
        )}
        <SongFeed live={live} stage={stage} hits={hits} isNewestFirst={isNight} />
        <div className={styles.boards}>
          {live.players > 0 && <ShowBoard show={show} live={live} own={own} />}
          {user && (
            <div id="league">
              {league ? <LeagueNight league={league} show={show} live={live} /> : <NoLeague />}
            </div>
          )}
        </div>
      </div>
      <LiveAnnouncer live={live} stage={stage} own={own} hits={hits} moments={found} />
    </>
  )
}

/** What the score says for a moment: the lead, else a full set. */
function shoutOf(loud: readonly Moment[]): { words: string; isLead: boolean } | null {
  if (loud.some(({ kind }) => kind === 'lead')) return { words: t('live.you-lead'), isLead: true }
  const full = loud.find((moment) => moment.kind === 'full set')
  return full ? { words: t('live.full', { set: smallSetLabel(full.set) }), isLead: false } : null
}
