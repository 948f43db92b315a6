import type { LeaguePage } from '@called-it/shared/contract/leagues'
import { useLeagueMovement } from '../../lib/leagues/league-queries.ts'
import { plainDate } from '../../lib/shows/show-date.ts'
import { t } from '../../lib/words/texts.ts'
import { Card } from '../../ui/card.tsx'
import { Select } from '../../ui/select.tsx'
import { movementInWords } from './league-in-words.ts'
import { LeagueTable } from './league-table.tsx'
import { LeaguePresence } from './live/league-presence.tsx'
import { LeagueReactions } from './live/league-reactions.tsx'

type LeagueStandingsProps = {
  page: LeaguePage
  /** A Monday; null: all shows. */
  week: string | null
  /** Members whose page is open. */
  present: readonly number[]
  /** The table is still that of another week. */
  isOutdated: boolean
  onWeek: (week: string | null) => void
}

/** The table of all shows or of a week, and who is here. */
export function LeagueStandings({ page, week, present, isOutdated, onWeek }: LeagueStandingsProps) {
  const { league, table, weeks, live } = page
  const { data: movement } = useLeagueMovement(league.id)
  const isLive = live.length > 0
  const players = table.map(({ player }) => player)
  return (
    <Card
      heading={t('league.table')}
      note={isLive ? t('league.as-it-stands') : movement && !week && movementInWords(movement)}
      aside={
        weeks.length > 0 && (
          <Select
            aria-label={t('league.table-shows')}
            value={week ?? ''}
            onChange={({ target }) => onWeek(target.value || null)}
          >
            <option value="">{t('league.all-shows')}</option>
            {weeks.map((monday) => (
              <option key={monday} value={monday}>
                {t('league.week-of', { date: plainDate(monday) })}
              </option>
            ))}
          </Select>
        )
      }
    >
      <LeaguePresence players={players} present={present} />
      {isLive && <LeagueReactions leagueId={league.id} players={players} />}
      <LeagueTable page={page} part={week ? { week } : {}} isOutdated={isOutdated} />
      {!isLive && weeks.length === 0 && <p className="soft small apart">{t('league.none-counted')}</p>}
      {week && <p className="soft small apart">{t('league.week-counts')}</p>}
    </Card>
  )
}
