import { pathId } from '@called-it/shared/contract/fields'
import { MAX_FOLLOWED, type PlayerPage as Player } from '@called-it/shared/contract/players'
import clsx from 'clsx'
import { useParams } from 'react-router-dom'
import { useCurrentUser } from '../../lib/account/session.ts'
import { hasCode } from '../../lib/api/api.ts'
import { paths } from '../../lib/paths.ts'
import { Rich } from '../../lib/words/rich.tsx'
import { t } from '../../lib/words/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { Page } from '../../ui/page.tsx'
import { PlayerLink } from '../../ui/player-link.tsx'
import { UnknownPage } from '../../ui/unknown-page.tsx'
import { BadgesCard } from './badges-card.tsx'
import { useComparedPlayer } from './compared-player.ts'
import { Comparison } from './comparison.tsx'
import { PlayerHead } from './player-head.tsx'
import styles from './player-page.module.css'
import { useFollowed, usePlayer } from './player-queries.ts'
import { BestShows, PastShows, RarestSongs } from './player-shows.tsx'
import { RecordCard } from './record-card.tsx'

/** A player, for everybody. */
export function PlayerPage() {
  const userId = pathId.safeParse(useParams().userId).data ?? null
  const { data, error, refetch } = usePlayer(userId)
  if (userId === null || hasCode(error, 'user_not_found')) return <UnknownPlayer />
  if (data) return <LoadedPlayer key={userId} page={data} />
  return (
    <Page title={t('player.title')} hasSections>
      <NotLoaded
        what={t('player.what')}
        query={{ isError: Boolean(error), refetch }}
        blocks={[4, '17rem']}
        failsInCard
      />
    </Page>
  )
}

function LoadedPlayer({ page }: { page: Player }) {
  const { player, shows_picks, record, best_shows, rarest, badges } = page
  const { user } = useCurrentUser()
  const [compared, compare] = useComparedPlayer(player.id)
  const isOwn = user?.id === player.id
  return (
    <Page title={player.display_name} hasSections>
      <PlayerHead page={page} />
      {compared !== null ? (
        <Comparison key={compared} player={player} otherId={compared} onClose={() => compare(null)} />
      ) : record.length === 0 ? (
        <NotPlayed isOwn={isOwn} />
      ) : (
        <>
          <div className={clsx(styles.columns, 'cards')}>
            <div className="cards">
              <RecordCard record={record} />
              {shows_picks && <BestShows shows={best_shows} />}
            </div>
            <div className="cards">
              <BadgesCard badges={badges} isOwn={isOwn} />
              {shows_picks && <RarestSongs songs={rarest} />}
            </div>
          </div>
          {shows_picks || isOwn ? (
            <PastShows player={player} isPrivate={!shows_picks} />
          ) : (
            <Card heading={t('player.past')}>
              <p className="soft">
                <Rich id="player.private" name={<bdi>{player.display_name}</bdi>} />
              </p>
            </Card>
          )}
        </>
      )}
      {isOwn && compared === null && <FollowedCard />}
    </Page>
  )
}

function NotPlayed({ isOwn }: { isOwn: boolean }) {
  return (
    <Card>
      <EmptyState
        title={t('player.no-score')}
        action={isOwn && <ButtonLink to={paths.home}>{t('player.pick-setlist')}</ButtonLink>}
      >
        {t('player.no-score-why')}
      </EmptyState>
    </Card>
  )
}

function UnknownPlayer() {
  return (
    <UnknownPage
      thing="player"
      title={t('player.unknown')}
      to={paths.leaderboard}
      label={t('player.see-board')}
    >
      {t('player.deleted')}
    </UnknownPage>
  )
}

/** On the fan's own page. */
function FollowedCard() {
  const { data: players, isError, refetch } = useFollowed()
  return (
    <Card
      heading={t('player.you-follow')}
      note={players && t('player.count-of', { count: players.length, all: MAX_FOLLOWED })}
    >
      {players ? (
        <>
          <p className="soft small">{t('player.follow-about')}</p>
          <ul className={styles.followed} aria-label={t('player.followed')}>
            {players.map(({ id, display_name, avatar_path }) => (
              <li key={id}>
                <Avatar name={display_name} image={avatar_path} size={28} />
                <PlayerLink userId={id} name={display_name} />
              </li>
            ))}
          </ul>
        </>
      ) : (
        <NotLoaded what={t('player.what-players')} query={{ isError, refetch }} blocks={[2, '28px']} />
      )}
    </Card>
  )
}
