import type { League } from '@called-it/shared/contract/leagues'
import clsx from 'clsx'
import { ArrowUp, ChevronRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useLeagueMovement, useLeaguePicked } from '../../../lib/leagues/league-queries.ts'
import { paths } from '../../../lib/paths.ts'
import type { HomePhase } from '../../../lib/shows/phase-of-home.ts'
import { t } from '../../../lib/words/texts.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import styles from './league-row.module.css'

/** The fan's first league, and what it has to do with the phase. */
export function LeagueRow({ league, phase }: { league: League; phase: HomePhase }) {
  return (
    <Link to={paths.league(league.id)} className={clsx(styles.row, 'row-3')}>
      <Avatar name={league.name} image={null} letters="start" />
      <span className={clsx(styles.words, 'fills')}>
        <b className="anywhere">{league.name}</b>
        <span className={clsx(styles.note, 'soft small')}>
          {phase.name === 'morning' ? <Movement league={league} /> : <Picked league={league} phase={phase} />}
        </span>
      </span>
      <ChevronRight aria-hidden />
    </Link>
  )
}

function Movement({ league }: { league: League }) {
  const { data: movement } = useLeagueMovement(league.id)
  if (!movement) return null
  const { before, after, members } = movement
  const place = { rank: `${after}`, members }
  if (before === null || before === after) return t('home.league-at', place)
  if (before < after) return t('home.league-down', place)
  return (
    <>
      {t('home.league-up', place)}
      <span className={styles.up}>
        <ArrowUp aria-hidden size={14} />
        <span aria-hidden>{before - after}</span>
      </span>
    </>
  )
}

function Picked({ league, phase }: { league: League; phase: HomePhase }) {
  const { data } = useLeaguePicked(league.id, phase.show?.id ?? null)
  if (phase.name === 'live') return t('home.who-leads')
  if (!data || data.picked === null) return t('home.league-table')
  const { picked, members } = data
  return t(phase.name === 'picked' ? 'home.league-you-in' : 'home.league-in', { picked, members })
}
