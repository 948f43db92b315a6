import {
  type League,
  type LeagueMember,
  type LeagueRole,
  leagueEndpoints,
} from '@called-it/shared/contract/leagues'
import { compareNames } from '@called-it/shared/game/standings'
import clsx from 'clsx'
import { EllipsisVertical } from 'lucide-react'
import { useState } from 'react'
import { useCurrentUser } from '../../lib/account/session.ts'
import { request } from '../../lib/api/api.ts'
import { useOneAtATime } from '../../lib/hooks/use-one-at-a-time.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { AlertDialog } from '../../ui/dialogs.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { PlayerLink } from '../../ui/player-link.tsx'
import { ROLES } from './league-in-words.ts'
import styles from './league-members.module.css'
import { useLeagueChange } from './use-league-change.ts'

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
            <li key={member.player.id} className={clsx(styles.member, 'row-2')}>
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
          <MenuItem onSelect={() => onChoose({ kind: 'owner', member })}>make owner</MenuItem>
        </>
      )}
      {member.role === 'member' && (
        <MenuItem onSelect={() => onChoose({ kind: 'remove', member })}>remove</MenuItem>
      )}
    </Menu>
  )
}

/** A new role, or the end of the membership. */
type MemberChange = { kind: LeagueRole | 'remove'; member: LeagueMember }

type MemberDialogProps = { leagueId: number; change: MemberChange; onClose: () => void }

const WORDS: Record<MemberChange['kind'], { title: (name: string) => string; text: string; label: string }> =
  {
    'co-owner': {
      title: (name) => `Make ${name} co-owner?`,
      text: 'Co-owners can edit the league, renew the link and remove members.',
      label: 'make co-owner',
    },
    member: {
      title: (name) => `Make ${name} a member again?`,
      text: 'They can no longer edit the league.',
      label: 'make member',
    },
    owner: {
      title: (name) => `Make ${name} the owner?`,
      text: 'You stay on as co-owner. Only they can make you owner again.',
      label: 'make owner',
    },
    remove: {
      title: (name) => `Remove ${name}?`,
      text: 'This link and code will not let them back in. They keep their points everywhere else.',
      label: 'remove',
    },
  }

/** Asks before a member is changed. */
function MemberDialog({ leagueId, change: { kind, member }, onClose }: MemberDialogProps) {
  const params = { leagueId, userId: member.player.id }
  const changing = useLeagueChange({
    change: () =>
      kind === 'remove'
        ? request(leagueEndpoints.removeLeagueMember, { params })
        : request(leagueEndpoints.setLeagueRole, { params, body: { role: kind } }),
    failure: 'Nothing was changed',
    onDone: onClose,
  })
  const confirm = useOneAtATime(changing.mutate)
  const { title, text, label } = WORDS[kind]
  return (
    <AlertDialog
      title={title(member.player.display_name)}
      description={text}
      confirmLabel={label}
      busyText="one moment..."
      tone={kind === 'remove' ? 'danger' : 'main'}
      busy={changing.isPending}
      onConfirm={() => confirm()}
      open
      onOpenChange={(open) => !open && onClose()}
    />
  )
}
