import type { LeagueReaction } from '@called-it/shared/contract/league-reactions'
import { useRef, useState } from 'react'
import { useServerEvent } from '../../../lib/events/use-server-event.ts'
import { isKnownReaction } from './reactions.ts'

export const MAX_SHOWN = 5
/** As long as the animation of league-reactions.module.css. */
const SHOWN_MS = 3_000
const SPOKEN_EVERY_MS = 5_000

export type ReceivedReaction = { key: number; userId: number; reaction: LeagueReaction }

/**
 * The reactions of members as they come. A league of 500 sends up to 80 a second: those beyond a few at once are not
 * shown.
 */
export function useReceivedReactions(leagueId: number): {
  shown: readonly ReceivedReaction[]
  /** Those to announce, replaced every few seconds. */
  spoken: readonly ReceivedReaction[]
} {
  const [shown, setShown] = useState<readonly ReceivedReaction[]>([])
  const [spoken, setSpoken] = useState<readonly ReceivedReaction[]>([])
  const unspoken = useRef<ReceivedReaction[]>([])
  const isResting = useRef(false)
  const count = useRef(0)
  const showing = useRef(0)

  function speak(): void {
    isResting.current = unspoken.current.length > 0
    if (!isResting.current) return
    setSpoken(unspoken.current)
    unspoken.current = []
    setTimeout(speak, SPOKEN_EVERY_MS)
  }

  useServerEvent('league:reacted', ({ leagueId: to, userId, reaction }) => {
    if (to !== leagueId || !isKnownReaction(reaction)) return
    count.current += 1
    const received = { key: count.current, userId, reaction }
    unspoken.current.push(received)
    if (!isResting.current) speak()
    if (showing.current >= MAX_SHOWN) return
    showing.current += 1
    setShown((before) => [...before, received])
    setTimeout(() => {
      showing.current -= 1
      setShown((before) => before.filter(({ key }) => key !== received.key))
    }, SHOWN_MS)
  })
  return { shown, spoken }
}
