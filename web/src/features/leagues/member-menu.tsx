import type { LeagueMember, LeagueRole } from '@called-it/shared/contract/leagues'
import { EllipsisVertical } from 'lucide-react'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import type { MemberChange } from './member-dialog.tsx'

type MemberMenuProps = {
  ownRole: LeagueRole
  member: LeagueMember
  onChoose: (change: MemberChange) => void
}

/** What the fan may do with another member; nothing is drawn where that is nothing. */
export function MemberMenu({ ownRole, member, onChoose }: MemberMenuProps) {
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
