import {
  type League,
  type LeagueMember,
  type LeagueRole,
  leagueEndpoints,
} from '@called-it/shared/contract/leagues'
import type { FilledId, PlainId } from '@called-it/shared/languages/translate'
import { EllipsisVertical } from 'lucide-react'
import { useState } from 'react'
import { request } from '../../lib/api/api.ts'
import { useOneAtATime } from '../../lib/hooks/use-one-at-a-time.ts'
import { t } from '../../lib/words/texts.ts'
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
          <IconButton label={t('league.change-of', { name: member.player.display_name })} look="bare">
            <EllipsisVertical aria-hidden />
          </IconButton>
        }
      >
        {isOwner && (
          <>
            <MenuItem
              onSelect={() => setChange({ kind: member.role === 'member' ? 'co-owner' : 'member', member })}
            >
              {t(member.role === 'member' ? 'league.to-co-owner' : 'league.to-member')}
            </MenuItem>
            <MenuItem onSelect={() => setChange({ kind: 'owner', member })}>{t('league.to-owner')}</MenuItem>
          </>
        )}
        {member.role === 'member' && (
          <MenuItem onSelect={() => setChange({ kind: 'remove', member })}>{t('league.remove')}</MenuItem>
        )}
      </Menu>
      {change && <MemberDialog leagueId={league.id} change={change} onClose={() => setChange(null)} />}
    </>
  )
}

/** A new role, or the end of the membership. */
type MemberChange = { kind: LeagueRole | 'remove'; member: LeagueMember }

type MemberDialogProps = { leagueId: number; change: MemberChange; onClose: () => void }

const WORDS = {
  'co-owner': {
    title: 'league.ask-co-owner',
    text: 'league.why-co-owner',
    label: 'league.to-co-owner',
  },
  member: { title: 'league.ask-member', text: 'league.why-member', label: 'league.to-member' },
  owner: { title: 'league.ask-owner', text: 'league.why-owner', label: 'league.to-owner' },
  remove: { title: 'league.ask-remove', text: 'league.why-remove', label: 'league.remove' },
} as const satisfies Record<MemberChange['kind'], { title: FilledId; text: PlainId; label: PlainId }>

/** Asks before a member is changed. */
function MemberDialog({ leagueId, change: { kind, member }, onClose }: MemberDialogProps) {
  const params = { leagueId, userId: member.player.id }
  const changing = useLeagueChange({
    change: () =>
      kind === 'remove'
        ? request(leagueEndpoints.removeLeagueMember, { params })
        : request(leagueEndpoints.setLeagueRole, { params, body: { role: kind } }),
    failure: t('league.no-change'),
    onDone: onClose,
  })
  const confirm = useOneAtATime(changing.mutate)
  const { title, text, label } = WORDS[kind]
  return (
    <AlertDialog
      title={t(title, { name: member.player.display_name })}
      description={t(text)}
      confirmLabel={t(label)}
      busyText={t('league.moment')}
      tone={kind === 'remove' ? 'danger' : 'main'}
      busy={changing.isPending}
      onConfirm={() => confirm()}
      open
      onOpenChange={(open) => !open && onClose()}
    />
  )
}
