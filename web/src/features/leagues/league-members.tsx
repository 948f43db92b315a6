import type { League, LeagueMember, LeagueRole } from '@called-it/shared/contract/leagues'
import { compareNames } from '@called-it/shared/game/standings'
import { EllipsisVertical } from 'lucide-react'
import { useState } from 'react'
import { useCurrentUser } from '../../lib/account/session.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { PlayerLink } from '../../ui/player-link.tsx'
import { ROLES } from './league-in-words.ts'
import styles from './league-members.module.css'
import { type MemberChange, MemberDialog } from './member-dialog.tsx'

type LeagueMembersProps = { league: League; members: readonly LeagueMember[] }

/** Who plays, with what the fan may do about them. */
export function LeagueMembers({ league, members }: LeagueMembersProps) {
  const { user } = useCurrentUser()
  const [change, setChange] = useState<MemberChange | null>(null)
  const byName = members.toSorted((one, other) =>
    compareNames(one.player.display_name, other.player.display_name),
  )
  return (
    <Card heading="members" note={members.length}>
      <Disclosure title="who plays">
        <ul className="stack" aria-label="members">
          {byName.map((member) => (
            <li key={member.player.id} className={styles.member}>
              <Avatar name={member.player.display_name} image={member.player.avatar_path} size={28} />
              <PlayerLink
                userId={member.player.id}
                name={member.player.display_name}
                className={styles.name}
              />
              {ROLES[member.role] && <Badge>{ROLES[member.role]}</Badge>}
              {member.player.id !== user?.id && (
                <MemberMenu ownRole={league.role} member={member} onChoose={setChange} />
              )}
            </li>
          ))}
        </ul>
      </Disclosure>
      {change && <MemberDialog leagueId={league.id} change={change} onClose={() => setChange(null)} />}
    </Card>
  )
}

type MemberMenuProps = {
  ownRole: LeagueRole
  member: LeagueMember
  onChoose: (change: MemberChange) => void
}

/** What the fan may do with another member; nothing is drawn where that is nothing. */
function MemberMenu({ ownRole, member, onChoose }: MemberMenuProps) {
  const isOwner = ownRole === 'owner'
  if (!isOwner && !(ownRole === 'co-owner' && member.role === 'member')) return null
  return (
    <Menu
      trigger={
        <IconButton label={`change ${member.player.display_name}`} look="bare">
          <EllipsisVertical aria-hidden />
        </IconButton>
      }
    >
      {isOwner && (
        <>
          <MenuItem
            onSelect={() => onChoose({ kind: member.role === 'member' ? 'co-owner' : 'member', member })}
          >
            {member.role === 'member' ? 'make co-owner' : 'make member'}
          </MenuItem>
          <MenuItem onSelect={() => onChoose({ kind: 'owner', member })}>pass the league on</MenuItem>
        </>
      )}
      {member.role === 'member' && (
        <MenuItem onSelect={() => onChoose({ kind: 'remove', member })}>remove</MenuItem>
      )}
    </Menu>
  )
}
