import { type League, leagueEndpoints } from '@called-it/shared/contract/leagues'
import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import { request } from '../../lib/api/api.ts'
import { useServerNow } from '../../lib/api/server-clock.ts'
import { leaguesQuery } from '../../lib/leagues/league-queries.ts'
import { paths } from '../../lib/paths.ts'
import { timeUntil } from '../../lib/shows/show-date.ts'
import { t } from '../../lib/words/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { passFocusOn } from '../../ui/focus-section.ts'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { toast } from '../../ui/toast.ts'
import { JoinCard } from './join-card.tsx'
import { optionsInWords } from './league-in-words.ts'
import styles from './leagues-page.module.css'
import { useLeagueChange } from './use-league-change.ts'

/** The fan's leagues, and the ways into one. */
export function LeaguesPage() {
  const { data, isError, refetch } = useQuery(leaguesQuery)
  const leagues = data?.filter(({ deleted_until }) => deleted_until === null) ?? []
  const hasNone = data !== undefined && leagues.length === 0
  return (
    <Page title={t('league.title')} hasSections>
      {hasNone ? (
        <h1>{t('league.mine')}</h1>
      ) : (
        <Card heading={t('league.mine')} headingLevel={1} note={leagues.length || undefined}>
          {data ? (
            <LeagueList leagues={leagues} />
          ) : (
            <NotLoaded what={t('league.what-mine')} query={{ isError, refetch }} blocks={[3, '76px']} />
          )}
        </Card>
      )}
      {(data || isError) && <JoinCard lit={hasNone} />}
      {data && <DeletedLeagues leagues={data} />}
    </Page>
  )
}

function LeagueList({ leagues }: { leagues: readonly League[] }) {
  return (
    <ul className="stack-2" aria-label={t('league.mine')}>
      {leagues.map((league) => (
        <li key={league.id}>
          <Link to={paths.league(league.id)} className={clsx(styles.league, 'row-3')}>
            <span className={clsx(styles.words, 'stack fills')}>
              <span className={styles.name}>{league.name}</span>
              <span className="soft small">
                {t('league.count', { count: league.members })} · {optionsInWords(league)}
              </span>
            </span>
            {league.role !== 'member' && <Badge>{t('league.role', { role: league.role })}</Badge>}
            <ChevronRight aria-hidden className={styles.arrow} />
          </Link>
        </li>
      ))}
    </ul>
  )
}

const REFRESH_MS = 60_000

/** Those whose deletion can still be undone. */
function DeletedLeagues({ leagues }: { leagues: readonly League[] }) {
  const now = useServerNow(REFRESH_MS)
  const rows = leagues.flatMap((league) => {
    const left = league.deleted_until && timeUntil(Date.parse(league.deleted_until), now)
    return left ? [{ league, left }] : []
  })
  if (rows.length === 0) return null
  return (
    <Card heading={t('league.deleted')} ref={passFocusOn}>
      <ul className="stack-2" aria-label={t('league.deleted-list')}>
        {rows.map(({ league, left }) => (
          <li key={league.id} ref={passFocusOn} className="spread anywhere">
            <span>
              {league.name} <span className="soft small">{t('league.gone-in', { left })}</span>
            </span>
            <UndoButton league={league} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function UndoButton({ league }: { league: League }) {
  const restoring = useLeagueChange({
    change: () => request(leagueEndpoints.restoreLeague, { params: { leagueId: league.id } }),
    failure: t('league.undo-fail'),
    onDone: ({ name }) => toast({ title: t('league.back'), description: name }),
  })
  return (
    <Button
      aria-label={t('league.undo-of', { name: league.name })}
      busy={restoring.isPending}
      onClick={() => restoring.mutate()}
    >
      {t('league.undo')}
    </Button>
  )
}
