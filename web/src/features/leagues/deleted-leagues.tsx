import { type League, leagueEndpoints } from '@called-it/shared/contract/leagues'
import { request } from '../../lib/api/api.ts'
import { useServerNow } from '../../lib/api/server-clock.ts'
import { timeUntil } from '../../lib/shows/show-date.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { passFocusOn } from '../../ui/focus-section.ts'
import { toast } from '../../ui/toast.ts'
import styles from './league-list.module.css'
import { useLeagueChange } from './use-league-change.ts'

const REFRESH_MS = 60_000

/** Those whose deletion can still be undone. */
export function DeletedLeagues({ leagues }: { leagues: readonly League[] }) {
  const now = useServerNow(REFRESH_MS)
  const rows = leagues.flatMap((league) => {
    const left = league.deleted_until && timeUntil(Date.parse(league.deleted_until), now)
    return left ? [{ league, left }] : []
  })
  if (rows.length === 0) return null
  return (
    <Card heading="deleted" ref={passFocusOn}>
      <ul className={styles.list} aria-label="deleted leagues">
        {rows.map(({ league, left }) => (
          <li key={league.id} ref={passFocusOn} className={styles.deleted}>
            <span>
              {league.name} <span className="soft small">gone for good in {left}</span>
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
    failure: 'The league was not brought back',
    onDone: ({ name }) => toast({ title: 'It is back', description: name }),
  })
  return (
    <Button
      aria-label={`undo the deletion of ${league.name}`}
      busy={restoring.isPending}
      onClick={() => restoring.mutate()}
    >
      undo
    </Button>
  )
}
