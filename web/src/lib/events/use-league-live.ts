import type { ServerEvent } from '@called-it/shared/contract/events'
import { use, useEffect, useEffectEvent, useRef, useState } from 'react'
import { EventConnectionContext } from './connection.ts'
import { withJitter } from './jitter.ts'
import { useServerEvent } from './use-server-event.ts'

const NOBODY: readonly number[] = []

/**
 * Keeps the page of a league current while it is mounted: `refetch` runs with jitter after a change and after every
 * connect.
 *
 * @param version the page's: changes up to it are known
 * @returns the members whose page is open, of those who allow that others see it
 */
export function useLeagueLive(
  leagueId: number,
  { version, refetch }: { version: number; refetch: () => void },
): readonly number[] {
  const { watchLeague } = use(EventConnectionContext)
  const [present, setPresent] = useState<ServerEvent<'league:present'> | null>(null)
  const cancel = useRef<() => void>(undefined)
  const onChanged = useEffectEvent(refetch)
  const refetchSoon = () => {
    cancel.current?.()
    cancel.current = withJitter(() => onChanged())
  }
  const onWatching = useEffectEvent(refetchSoon)

  useEffect(() => {
    const stopWatching = watchLeague(leagueId, () => onWatching())
    return () => {
      cancel.current?.()
      stopWatching()
    }
  }, [watchLeague, leagueId])
  useServerEvent('league:changed', (event) => {
    if (event.leagueId === leagueId && event.to > version) refetchSoon()
  })
  useServerEvent('league:present', (event) => {
    if (event.leagueId === leagueId) setPresent(event)
  })
  return present?.leagueId === leagueId ? present.userIds : NOBODY
}
