import type { League } from '@called-it/shared/contract/leagues'
import clsx from 'clsx'
import { ArrowUp, ChevronRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useLeagueMovement, useLeaguePicked } from '../../../lib/leagues/league-queries.ts'
import { paths } from '../../../lib/paths.ts'
import type { HomePhase } from '../../../lib/shows/phase-of-home.ts'
import { formatNumber } from '../../../lib/words/format-number.ts'
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
  const place = `#${after} of ${formatNumber(members)}`
  if (before === null || before === after) return `you are ${place}`
  if (before < after) return `you are down to ${place}`
  return (
    <>
      you moved up to {place}
      <span className={styles.up}>
        <ArrowUp aria-hidden size={14} />
        <span aria-hidden>{before - after}</span>
      </span>
    </>
  )
}

function Picked({ league, phase }: { league: League; phase: HomePhase }) {
  const { data } = useLeaguePicked(league.id, phase.show?.id ?? null)
  if (phase.name === 'live') return 'see who leads tonight'
  if (!data || data.picked === null) return 'the table of your league'
  const count = `${formatNumber(data.picked)} of ${formatNumber(data.members)} are in`
  return phase.name === 'picked' ? `${count}, you too` : count
}
