import { type LeagueMember, type LeagueRole, leagueEndpoints } from '@called-it/shared/contract/leagues'
import { request } from '../../lib/api/api.ts'
import { useOneAtATime } from '../../lib/hooks/use-one-at-a-time.ts'
import { AlertDialog } from '../../ui/dialogs.tsx'
import { useLeagueChange } from './use-league-change.ts'

/** A new role, or the end of the membership. */
export type MemberChange = { kind: LeagueRole | 'remove'; member: LeagueMember }

type MemberDialogProps = { leagueId: number; change: MemberChange; onClose: () => void }

const WORDS: Record<MemberChange['kind'], { title: (name: string) => string; text: string; label: string }> =
  {
    'co-owner': {
      title: (name) => `Make ${name} co-owner?`,
      text: 'Co-owners change name and options, renew the link and remove members.',
      label: 'make co-owner',
    },
    member: {
      title: (name) => `Make ${name} a member like the others?`,
      text: 'The right to change the league ends.',
      label: 'make member',
    },
    owner: {
      title: (name) => `Pass the league on to ${name}?`,
      text: 'You stay as co-owner. Only the new owner can give it back.',
      label: 'pass it on',
    },
    remove: {
      title: (name) => `Remove ${name}?`,
      text: 'Link and code of today do not let them in again. Their points stay theirs everywhere else.',
      label: 'remove',
    },
  }

/** Asks before a member is changed. */
export function MemberDialog({ leagueId, change: { kind, member }, onClose }: MemberDialogProps) {
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
