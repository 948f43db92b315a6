import type { League } from '@called-it/shared/contract/leagues'
import { Globe, Heart, UsersRound } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import { ChipLink } from '../../ui/chip.tsx'
import styles from './leaderboard-page.module.css'

type WhoChipsProps = { leagues: readonly League[]; chosen: string }

/** Whose board; what else is chosen stays. */
export function WhoChips({ leagues, chosen }: WhoChipsProps) {
  const [search] = useSearchParams()
  const all = [
    ...leagues.map(({ id, name }) => ({ who: String(id), name, Icon: UsersRound })),
    { who: 'everyone', name: 'everyone', Icon: Globe },
    { who: 'followed', name: 'followed', Icon: Heart },
  ]
  return (
    <nav aria-label="who">
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
