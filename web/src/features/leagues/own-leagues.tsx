import type { League } from '@called-it/shared/contract/leagues'
import type { ReactNode } from 'react'
import { useOwnLeagues } from '../../lib/leagues/league-queries.ts'

type OwnLeaguesProps = { children: (leagues: readonly League[] | undefined) => ReactNode }

/** For a page that does without the code of leagues for visitors. */
export function OwnLeagues({ children }: OwnLeaguesProps) {
  return children(useOwnLeagues())
}
