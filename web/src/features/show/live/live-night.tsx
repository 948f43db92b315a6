import type { LiveShow } from '@called-it/shared/contract/live-shows'
import type { Show } from '@called-it/shared/contract/shows'
import { useCurrentUserPredictions } from '../../../lib/account/current-user-predictions.ts'
import { useCurrentUser } from '../../../lib/account/session.ts'
import { cardSlots } from '../../../lib/live/card-slots.ts'
import { isOver, stageOf } from '../../../lib/live/live-stage.ts'
import { useOwnCard } from '../../../lib/live/own-card.ts'
import { hitsByPerformance } from '../../../lib/live/paid-performances.ts'
import { useSystemCards } from '../../../lib/live/system-cards.ts'
import { ScoreHero } from '../../../ui/night/score-hero.tsx'
import { TileStrip } from '../../../ui/night/tile-strip.tsx'
import { ShareButton } from '../../../ui/share.tsx'
import { ShowBoard } from '../show-board.tsx'
import { Chase } from './chase.tsx'
import { JoinCard } from './join-card.tsx'
import { LiveAnnouncer } from './live-announcer.tsx'
import styles from './live-night.module.css'
import { LiveNightSkeleton } from './live-night-skeleton.tsx'
import { MyCard } from './my-card.tsx'
import { NowCard } from './now-card.tsx'
import { SongFeed } from './song-feed.tsx'

type LiveNightProps = { show: Show; live: LiveShow }

/** A show from its first song on: the own card, what is played, who had it and the board. */
export function LiveNight({ show, live }: LiveNightProps) {
  const { user, isPending } = useCurrentUser()
  const predictions = useCurrentUserPredictions()
  const own = useOwnCard(show, live)
  const systemCards = useSystemCards(show.id)
  const stage = stageOf(show, live)
  const isDark = !isOver(stage)
  // A fan's own card comes first, and two rows of the board later: nothing is shown that they would push down.
  if (isPending || (user && predictions.isPending) || !systemCards.isFetched)
    return <LiveNightSkeleton stage={stage} />

  const hits = own && hitsByPerformance(own.score.hits, live.performances)
  const slots = own && cardSlots(own, live, stage)
  const songs = <SongFeed live={live} stage={stage} hits={hits} />
  const hasBegun = stage !== 'locked'
  return (
    <div
      className={styles.night}
      data-own={(hasBegun && own !== null) || undefined}
      data-dark={isDark || undefined}
    >
      {hasBegun && own && slots && (
        <ScoreHero own={own} stage={stage}>
          <TileStrip slots={slots} />
        </ScoreHero>
      )}
      <NowCard show={show} live={live} stage={stage} own={own} hits={hits} />
      {!own && <JoinCard isVisitor={!user} stage={stage} />}
      {hasBegun && (
        <>
          {own && slots && (
            <>
              {isDark && <Chase own={own} live={live} />}
              <MyCard slots={slots} live={live} stage={stage} aside={<ShareButton showId={show.id} />} />
            </>
          )}
          {isDark && songs}
          {live.players > 0 && <ShowBoard show={show} live={live} own={own} />}
          {!isDark && songs}
        </>
      )}
      <LiveAnnouncer live={live} stage={stage} own={own} hits={hits} />
    </div>
  )
}
