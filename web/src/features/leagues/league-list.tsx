import { counted } from '@called-it/shared/contract/counted'
import type { League } from '@called-it/shared/contract/leagues'
import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { optionsInWords, ROLES } from './league-in-words.ts'
import styles from './league-list.module.css'

export function LeagueList({ leagues }: { leagues: readonly League[] }) {
  return (
    <ul className={styles.list} aria-label="my leagues">
      {leagues.map((league) => (
        <li key={league.id}>
          <Link to={paths.league(league.id)} className={styles.league}>
            <span className={styles.words}>
              <span className={styles.name}>{league.name}</span>
              <span className="soft small">
                {counted(league.members, 'member')} · {optionsInWords(league)}
              </span>
            </span>
            {ROLES[league.role] && <Badge>{ROLES[league.role]}</Badge>}
            <ChevronRight aria-hidden className={styles.arrow} />
          </Link>
        </li>
      ))}
    </ul>
  )
}
