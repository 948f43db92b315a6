import {
  type League,
  type LeagueMember,
  type LeagueRole,
  leagueEndpoints,
} from '@called-it/shared/contract/leagues'
import { EllipsisVertical } from 'lucide-react'
import { useState } from 'react'
import { request } from '../../lib/api/api.ts'
import { useOneAtATime } from '../../lib/hooks/use-one-at-a-time.ts'
import { AlertDialog } from '../../ui/dialogs.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { useLeagueChange } from './use-league-change.ts'

/** What the fan may do with another member; nothing is drawn where that is nothing. */
export function MemberMenu({ league, member }: { league: League; member: LeagueMember }) {
  const [change, setChange] = useState<MemberChange | null>(null)
  const isOwner = league.role === 'owner'
  if (!isOwner && !(league.role === 'co-owner' && member.role === 'member')) return null
  return (
    <>
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
              onSelect={() => setChange({ kind: member.role === 'member' ? 'co-owner' : 'member', member })}
            >
              {member.role === 'member' ? 'make co-owner' : 'make member'}
            </MenuItem>
            <MenuItem onSelect={() => setChange({ kind: 'owner', member })}>make owner</MenuItem>
          </>
        )}
        {member.role === 'member' && (
          <MenuItem onSelect={() => setChange({ kind: 'remove', member })}>remove</MenuItem>
        )}
      </Menu>
      {change && <MemberDialog leagueId={league.id} change={change} onClose={() => setChange(null)} />}
    </>
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
