import { type NamedPlayer, type PlayerPage, playerEndpoints } from '@called-it/shared/contract/players'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { UserMinus, UserPlus } from 'lucide-react'
import { useCurrentUser } from '../../lib/account/session.ts'
import { request } from '../../lib/api/api.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { toastRequestFailure } from '../../lib/api/request-toasts.ts'
import { paths } from '../../lib/paths.ts'
import { formatNumber } from '../../lib/words/format-number.ts'
import { t } from '../../lib/words/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { BigFact, BigFacts } from '../../ui/big-facts.tsx'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { ReportButton } from '../../ui/report-button.tsx'
import { Select } from '../../ui/select.tsx'
import { toast } from '../../ui/toast.ts'
import { useComparedPlayer } from './compared-player.ts'
import styles from './player-head.module.css'
import { useFollowed } from './player-queries.ts'

export function PlayerHead({ page: { player, record } }: { page: PlayerPage }) {
  const { user } = useCurrentUser()
  const isOwn = user?.id === player.id
  const overall = record.find(({ tour }) => tour === null)
  return (
    <Card aria-label={t('player.label')} className={clsx(styles.head, 'spread')}>
      <div className={clsx(styles.player, 'row')}>
        <Avatar name={player.display_name} image={player.avatar_path} size={72} />
        <h1 className="anywhere">
          <bdi>{player.display_name}</bdi> {isOwn && <Badge tone="strong">{t('player.you')}</Badge>}
        </h1>
      </div>
      {overall && (
        <BigFacts>
          <BigFact label={t('player.points')}>{formatNumber(overall.total)}</BigFact>
          <BigFact label={t('player.rank')}>
            #{formatNumber(overall.rank)}
            <small> {t('player.of', { players: overall.players })}</small>
          </BigFact>
          <BigFact label={t('player.shows')}>{formatNumber(overall.shows)}</BigFact>
          <BigFact label={t('player.best-show')}>{overall.best}</BigFact>
        </BigFacts>
      )}
      {user !== null && (
        <div className={clsx(styles.actions, 'buttons')}>
          {user && !isOwn && <FollowButton player={player} />}
          {isOwn && <ButtonLink to={paths.profile}>{t('player.edit')}</ButtonLink>}
          {user && !isOwn && (
            <ReportButton
              of={{
                kind: 'player',
                id: player.id,
                name: player.display_name,
                hasImage: player.avatar_path !== null,
              }}
            />
          )}
          {user && <ComparisonChoice userId={player.id} currentUserId={user.id} />}
        </div>
      )}
    </Card>
  )
}

type ComparisonChoiceProps = { userId: number; currentUserId: number }

/** The current fan and the players whom the fan follows. */
function ComparisonChoice({ userId, currentUserId }: ComparisonChoiceProps) {
  const [compared, compare] = useComparedPlayer(userId)
  const { data: followed = [] } = useFollowed()
  const me = { id: currentUserId, display_name: t('player.me') }
  const players = [me, ...followed].filter(({ id }) => id !== userId)
  if (players.length === 0) return null
  return (
    <Select
      aria-label={t('player.compare')}
      className={styles.choice}
      value={players.some(({ id }) => id === compared) ? String(compared) : ''}
      onChange={({ target }) => compare(target.value === '' ? null : Number(target.value))}
    >
      <option value="">{t('player.compare-with')}</option>
      {players.map(({ id, display_name }) => (
        <option key={id} value={id}>
          {display_name}
        </option>
      ))}
    </Select>
  )
}

function FollowButton({ player }: { player: NamedPlayer }) {
  const queryClient = useQueryClient()
  const { data: followed, isError, refetch } = useFollowed()
  const isFollowed = followed?.some(({ id }) => id === player.id) ?? false
  const change = useMutation({
    mutationFn: () => {
      const endpoint = isFollowed ? playerEndpoints.unfollowPlayer : playerEndpoints.followPlayer
      return request(endpoint, { params: { userId: player.id } })
    },
    onSuccess: ({ players }) => {
      queryClient.setQueryData<NamedPlayer[]>(queryKeys.follows, players)
      for (const queryKey of [queryKeys.arounds, queryKeys.allShowBoards]) {
        void queryClient.invalidateQueries({ queryKey })
      }
      if (isFollowed) return
      const title = t('player.followed-now', { name: player.display_name })
      toast({ title, description: t('player.you-found') })
    },
    onError: (error) => toastRequestFailure(t('player.follow-fail', { name: player.display_name }), error),
  })
  const Icon = isFollowed ? UserMinus : UserPlus
  return (
    <Button
      busy={change.isPending || (followed === undefined && !isError)}
      onClick={({ detail }) => {
        // The second click of a double click would undo the first.
        if (detail > 1) return
        if (followed) change.mutate()
        else void refetch()
      }}
    >
      <Icon aria-hidden /> {t(isFollowed ? 'player.unfollow' : 'player.follow')}
    </Button>
  )
}
