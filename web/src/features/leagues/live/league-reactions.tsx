import {
  LEAGUE_REACTIONS,
  type LeagueReaction,
  leagueReactionEndpoints,
} from '@called-it/shared/contract/league-reactions'
import type { NamedPlayer } from '@called-it/shared/contract/players'
import type { PlainId } from '@called-it/shared/languages/translate'
import { useMutation } from '@tanstack/react-query'
import clsx from 'clsx'
import { Droplets, Flame, Heart, Laugh, type LucideIcon, PartyPopper, Zap } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ApiError, request } from '../../../lib/api/api.ts'
import { toastRequestFailure } from '../../../lib/api/request-toasts.ts'
import { useServerEvent } from '../../../lib/events/use-server-event.ts'
import { t } from '../../../lib/words/texts.ts'
import { hueClass } from '../../../ui/hue.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import styles from './league-reactions.module.css'

/** `name` is for screen readers and tooltips. */
const REACTIONS = {
  clap: { Icon: PartyPopper, name: 'league.applause', hue: 'strong' },
  fire: { Icon: Flame, name: 'league.fire', hue: 'encore' },
  heart: { Icon: Heart, name: 'league.heart', hue: 'set2' },
  laugh: { Icon: Laugh, name: 'league.laughter', hue: 'set1' },
  wow: { Icon: Zap, name: 'league.wow', hue: 'songInSet' },
  cry: { Icon: Droplets, name: 'league.tears', hue: 'soft' },
} as const satisfies Record<LeagueReaction, { Icon: LucideIcon; name: PlainId; hue: string }>

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
      else toastRequestFailure(t('league.react-fail'), error)
    },
  })
  useEffect(() => {
    if (!rest) return
    const timer = setTimeout(() => setRest(null), (rest.retryAfterSeconds ?? REST_SECONDS) * 1_000)
    return () => clearTimeout(timer)
  }, [rest])

  const names = new Map(players.map(({ id, display_name }) => [id, display_name]))
  const nameOf = ({ userId }: ReceivedReaction) => names.get(userId) ?? t('league.a-member')
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
      <div role="group" aria-label={t('league.reactions')} className={styles.bar}>
        {LEAGUE_REACTIONS.map((reaction) => {
          const { Icon, name, hue } = REACTIONS[reaction]
          return (
            <IconButton
              key={reaction}
              label={t(name)}
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
    .map((received) => `${nameOf(received)}: ${t(REACTIONS[received.reaction].name)}`)
  const more = reactions.length - words.length
  return [...words, ...(more > 0 ? [t('league.more', { count: more })] : [])].join(', ')
}

const MAX_SHOWN = 5
/** As long as the animation of league-reactions.module.css. */
const SHOWN_MS = 3_000
const SPOKEN_EVERY_MS = 5_000

type ReceivedReaction = { key: number; userId: number; reaction: LeagueReaction }

/**
 * The reactions of members as they come. A league of 500 sends up to 80 a second: those beyond a few at once are not
 * shown.
 */
function useReceivedReactions(leagueId: number): {
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

/** False for one of a newer release. */
function isKnownReaction(reaction: string): reaction is LeagueReaction {
  return Object.hasOwn(REACTIONS, reaction)
}
