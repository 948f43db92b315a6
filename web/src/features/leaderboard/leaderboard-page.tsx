import { GLOBAL_BOARD } from '@called-it/shared/contract/leaderboards'
import type { League } from '@called-it/shared/contract/leagues'
import type { PlainId } from '@called-it/shared/languages/translate'
import clsx from 'clsx'
import { Globe, Heart, Plus, UsersRound } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useCurrentUser } from '../../lib/account/session.ts'
import type { LeaguePart } from '../../lib/leagues/league-queries.ts'
import { paths, readShowId } from '../../lib/paths.ts'
import { t } from '../../lib/words/texts.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { ChipLink } from '../../ui/chip.tsx'
import { Page } from '../../ui/page.tsx'
import { PageRow } from '../../ui/page-row.tsx'
import { Loading, SkeletonBlocks } from '../../ui/skeleton.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { AroundRows } from './around-me.tsx'
import { Board } from './board.tsx'
import styles from './leaderboard-page.module.css'
import { ShowRankings } from './show-rankings.tsx'
import { ShowStandings } from './show-standings.tsx'
import { TourRankings } from './tour-rankings.tsx'

const TABS = ['global', 'tours', 'shows'] as const
type Tab = (typeof TABS)[number]

type LeaderboardPageProps = {
  /** Undefined while unknown. */
  leagues: readonly League[] | undefined
  /** Null where leagues are not shown. */
  parts: {
    LeagueBoard: ComponentType<{ leagueId: number; part: LeaguePart }>
    /** For a fan without a league. */
    JoinCard: ComponentType
  } | null
}

/**
 * Whose board, and of which shows: both are in the address with the tour or show, so that a link leads to the same
 * board. Without them a league comes first.
 */
export function LeaderboardPage({ leagues, parts }: LeaderboardPageProps) {
  const [search, setSearch] = useSearchParams()
  const { user } = useCurrentUser()
  if (!leagues) {
    return (
      <Page title={t('board.title')} hasSections>
        <h1>{t('board.title')}</h1>
        <Loading label={t('board.loading')}>
          <SkeletonBlocks count={10} height="48px" />
        </Loading>
      </Page>
    )
  }
  const { who, league } = readWho(search, leagues)
  const userId = who === 'followed' ? (user?.id ?? null) : null
  const isOfEverybody = !league && userId === null
  const tab = TABS.find((known) => known === search.get('tab')) ?? (isOfEverybody ? 'global' : 'shows')
  const choose = (chosen: Tab, of: Record<string, string> = {}) =>
    setSearch({ ...(user && { who }), tab: chosen, ...of }, { replace: true })
  const ofLeague = (part: LeaguePart) =>
    parts && league && <parts.LeagueBoard leagueId={league.id} part={part} />
  const ofFollowed = (board: number) =>
    userId !== null && <AroundRows board={board} userId={userId} ofFollowed />
  const panels: Readonly<Record<Tab, ReactNode>> = {
    global: ofLeague({}) || ofFollowed(GLOBAL_BOARD) || (
      <Board board={GLOBAL_BOARD} emptyText={t('board.no-scores')} />
    ),
    tours: (league?.tour && ofLeague({})) || (
      <TourRankings
        tourId={Number(search.get('tour')) || null}
        isChosen={!isOfEverybody}
        onChoose={(tour) => choose('tours', { tour: String(tour) })}
      >
        {(tour) =>
          ofLeague({ tour: String(tour) }) ||
          ofFollowed(tour) || <Board board={tour} emptyText={t('board.no-tour-scores')} />
        }
      </TourRankings>
    ),
    shows: (
      <ShowRankings
        showId={readShowId(search.get('show') ?? undefined)}
        onChoose={(show) => choose('shows', { show: String(show) })}
      >
        {(show) =>
          ofLeague({ show: String(show.id) }) || <ShowStandings show={show} ofFollowed={userId !== null} />
        }
      </ShowRankings>
    ),
  }
  const order = isOfEverybody ? TABS : TABS.toReversed().filter((each) => each !== 'global' || !league?.tour)
  const labels = isOfEverybody ? LABELS.everyone : LABELS.own
  return (
    <Page title={t('board.title')} hasSections>
      <div className={clsx(styles.head, 'spread')}>
        <h1>{t('board.title')}</h1>
        {leagues.length > 0 && (
          <ButtonLink to={paths.leagues}>
            <Plus aria-hidden /> {t('board.league')}
          </ButtonLink>
        )}
      </div>
      {user && <WhoChips leagues={leagues} chosen={who} />}
      {parts && leagues.length === 0 && <parts.JoinCard />}
      <section
        key={who}
        aria-label={t('board.boards')}
        className={clsx(styles.boards, isOfEverybody && styles.long)}
      >
        <Tabs
          label={t('board.leaderboards')}
          value={order.includes(tab) ? tab : 'tours'}
          onValueChange={(chosen) => choose(chosen)}
          tabs={order.map((value) => ({ value, label: t(labels[value]), panel: panels[value] }))}
        />
      </section>
      <ul className="stack">
        {league && (
          <PageRow to={paths.league(league.id)} name={t('board.invite')}>
            {t('board.all-of', { name: league.name })}
          </PageRow>
        )}
        <PageRow to={paths.aboveExpectation} name={t('board.odds')}>
          {t('board.odds-about')}
        </PageRow>
      </ul>
    </Page>
  )
}

const LABELS = {
  everyone: { global: 'board.global', tours: 'board.by-tour', shows: 'board.by-show' },
  own: { shows: 'board.this-show', tours: 'board.this-tour', global: 'board.all-time' },
} as const satisfies Record<string, Record<Tab, PlainId>>

/** A link with a tab alone, as of embeds, leads to everyone. */
function readWho(search: URLSearchParams, leagues: readonly League[]): { who: string; league?: League } {
  const who = search.get('who') ?? (search.has('tab') ? 'everyone' : String(leagues[0]?.id))
  const league = leagues.find(({ id }) => String(id) === who)
  if (league) return { who, league }
  return { who: who === 'followed' ? who : 'everyone' }
}

type WhoChipsProps = { leagues: readonly League[]; chosen: string }

/** Whose board; what else is chosen stays. */
function WhoChips({ leagues, chosen }: WhoChipsProps) {
  const [search] = useSearchParams()
  const all = [
    ...leagues.map(({ id, name }) => ({ who: String(id), name, Icon: UsersRound })),
    { who: 'everyone', name: t('board.everyone'), Icon: Globe },
    { who: 'followed', name: t('board.followed'), Icon: Heart },
  ]
  return (
    <nav aria-label={t('board.who')}>
      <ul className={styles.who}>
        {all.map(({ who, name, Icon }) => (
          <li key={who}>
            <ChipLink
              to={{ search: String(new URLSearchParams({ ...Object.fromEntries(search), who })) }}
              replace
              on={who === chosen}
            >
              <Icon aria-hidden /> {name}
            </ChipLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
