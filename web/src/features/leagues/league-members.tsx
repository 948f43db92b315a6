import type { League, LeagueMember } from '@called-it/shared/contract/leagues'
import { compareNames } from '@called-it/shared/game/standings'
import clsx from 'clsx'
import { useCurrentUser } from '../../lib/account/session.ts'
import { lazyModule, useLazyModule } from '../../lib/lazy-module.ts'
import { t } from '../../lib/words/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { PlayerLink } from '../../ui/player-link.tsx'
import styles from './league-members.module.css'

const memberMenu = lazyModule(() => import('./member-menu.tsx'))

type LeagueMembersProps = { league: League; members: readonly LeagueMember[] }

/** Who plays, with what the fan may do about them. */
export function LeagueMembers({ league, members }: LeagueMembersProps) {
  const { user } = useCurrentUser()
  const menu = useLazyModule(memberMenu, league.role !== 'member')
  const byName = members.toSorted((one, other) =>
    compareNames(one.player.display_name, other.player.display_name),
  )
  return (
    <Card heading={t('league.members')} note={members.length}>
      <Disclosure title={t('league.who-plays')}>
        <ul className="stack" aria-label={t('league.members')}>
          {byName.map((member) => (
            <li key={member.player.id} className={clsx(styles.member, 'row-2')}>
              <Avatar name={member.player.display_name} image={member.player.avatar_path} size={28} />
              <PlayerLink
                userId={member.player.id}
                name={member.player.display_name}
                className={styles.name}
              />
              {member.role !== 'member' && <Badge>{t('league.role', { role: member.role })}</Badge>}
              {menu && member.player.id !== user?.id && <menu.MemberMenu league={league} member={member} />}
            </li>
          ))}
        </ul>
      </Disclosure>
    </Card>
  )
}
