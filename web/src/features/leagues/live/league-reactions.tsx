import {
  LEAGUE_REACTIONS,
  type LeagueReaction,
  leagueReactionEndpoints,
} from '@called-it/shared/contract/league-reactions'
import type { NamedPlayer } from '@called-it/shared/contract/players'
import { useMutation } from '@tanstack/react-query'
import clsx from 'clsx'
import { useEffect, useState } from 'react'
import { ApiError, request } from '../../../lib/api/api.ts'
import { toastRequestFailure } from '../../../lib/api/request-toasts.ts'
import { hueClass } from '../../../ui/hue.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import styles from './league-reactions.module.css'
import { REACTIONS } from './reactions.ts'
import { MAX_SHOWN, type ReceivedReaction, useReceivedReactions } from './use-received-reactions.ts'

/** Where the server does not say how long. */
const REST_SECONDS = 20
const MAX_SPOKEN = 3

type LeagueReactionsProps = { leagueId: number; players: readonly NamedPlayer[] }

/** Sends reactions, and shows those of members for a moment. */
export function LeagueReactions({ leagueId, players }: LeagueReactionsProps) {
  const [rest, setRest] = useState<ApiError | null>(null)
  const { shown, spoken } = useReceivedReactions(leagueId)
  const sending = useMutation({
    mutationFn: (reaction: LeagueReaction) =>
      request(leagueReactionEndpoints.reactInLeague, { params: { leagueId }, body: { reaction } }),
    onError: (error) => {
      if (error instanceof ApiError && error.status === 429) setRest(error)
      else toastRequestFailure('Reaction not sent', error)
    },
  })
  useEffect(() => {
    if (!rest) return
    const timer = setTimeout(() => setRest(null), (rest.retryAfterSeconds ?? REST_SECONDS) * 1_000)
    return () => clearTimeout(timer)
  }, [rest])

  const names = new Map(players.map(({ id, display_name }) => [id, display_name]))
  const nameOf = ({ userId }: ReceivedReaction) => names.get(userId) ?? 'a member'
  return (
    <div className={styles.reactions}>
      <ul aria-hidden className={styles.shown}>
        {shown.map((received) => {
          const { Icon, hue } = REACTIONS[received.reaction]
          const lane = received.key % MAX_SHOWN
          return (
            <li
              key={received.key}
              className={hueClass(hue)}
              style={{ insetInlineStart: `${(lane * 100) / MAX_SHOWN}%`, width: `${100 / MAX_SHOWN}%` }}
            >
              <Icon />
              <span className={styles.name}>{nameOf(received)}</span>
            </li>
          )
        })}
      </ul>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms */}
      <div role="group" aria-label="reactions" className={styles.bar}>
        {LEAGUE_REACTIONS.map((reaction) => {
          const { Icon, name, hue } = REACTIONS[reaction]
          return (
            <IconButton
              key={reaction}
              label={name}
              className={clsx(styles.button, hueClass(hue))}
              aria-disabled={rest !== null}
              onClick={() => rest || sending.mutate(reaction)}
            >
              <Icon aria-hidden />
            </IconButton>
          )
        })}
      </div>
      <p role="status" className="soft small">
        {rest?.serverMessage}
      </p>
      <p role="status" className="visually-hidden">
        {inWords(spoken, nameOf)}
      </p>
    </div>
  )
}

function inWords(
  reactions: readonly ReceivedReaction[],
  nameOf: (received: ReceivedReaction) => string,
): string {
  const words = reactions
    .slice(0, MAX_SPOKEN)
    .map((received) => `${nameOf(received)}: ${REACTIONS[received.reaction].name}`)
  const more = reactions.length - words.length
  return [...words, ...(more > 0 ? [`${more} more`] : [])].join(', ')
}
