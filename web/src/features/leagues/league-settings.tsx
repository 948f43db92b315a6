import { type League, leagueEndpoints } from '@called-it/shared/contract/leagues'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { request } from '../../lib/api/api.ts'
import { queryKeys } from '../../lib/api/query-keys.ts'
import { toastRequestFailure } from '../../lib/api/request-toasts.ts'
import { useOneAtATime } from '../../lib/hooks/use-one-at-a-time.ts'
import { lazyModule } from '../../lib/lazy-module.ts'
import { paths } from '../../lib/paths.ts'
import { t } from '../../lib/words/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { AlertDialog, useLazyDialog } from '../../ui/dialogs.tsx'
import { ReportButton } from '../../ui/report-button.tsx'
import { Switch } from '../../ui/switch.tsx'
import { toast } from '../../ui/toast.ts'
import { useLeagueChange } from './use-league-change.ts'

const leagueDialog = lazyModule(() => import('./league-dialog.tsx'))

type OpenDialog = 'options' | 'leave' | 'delete'

/** What the fan can change, and the ways out. */
export function LeagueSettings({ league }: { league: League }) {
  const [dialog, setDialog] = useState<OpenDialog | null>(null)
  const params = { leagueId: league.id }
  const close = () => setDialog(null)
  const options = useLazyDialog(leagueDialog, { open: dialog === 'options', onOpenChange: close })
  const presence = useLeagueChange({
    change: (shows_presence: boolean) =>
      request(leagueEndpoints.setLeaguePresence, { params, body: { shows_presence } }),
    failure: t('league.unchanged'),
  })
  return (
    <Card heading={t('league.settings')}>
      <div className="stack-4">
        <Switch
          label={t('league.presence')}
          description={t('league.presence-why')}
          checked={presence.isPending ? presence.variables : league.shows_presence}
          busy={presence.isPending}
          onCheckedChange={presence.mutate}
        />
        <div className="buttons">
          {league.role !== 'member' && (
            <Button onClick={() => setDialog('options')}>{t('league.edit')}</Button>
          )}
          <Button onClick={() => setDialog('leave')}>{t('league.leave')}</Button>
          {league.role !== 'owner' && (
            <ReportButton of={{ kind: 'league', id: league.id, name: league.name }} />
          )}
          {league.role === 'owner' && (
            <Button variant="quiet" onClick={() => setDialog('delete')}>
              {t('league.delete-it')}
            </Button>
          )}
        </div>
      </div>
      {options && dialog === 'options' && (
        <options.LeagueDialog
          league={league}
          save={(body) => request(leagueEndpoints.changeLeague, { params, body })}
          onSaved={() => {
            close()
            toast({ title: t('league.saved') })
          }}
          onClose={close}
        />
      )}
      {dialog === 'leave' && <LeaveDialog league={league} onClose={close} />}
      {dialog === 'delete' && <DeleteDialog league={league} onClose={close} />}
    </Card>
  )
}

type EndProps = { league: League; onClose: () => void }

function LeaveDialog({ league, onClose }: EndProps) {
  const leaving = useEnd({
    end: () => request(leagueEndpoints.leaveLeague, { params: { leagueId: league.id } }),
    done: { title: t('league.left'), description: league.name },
    failure: t('league.leave-fail'),
  })
  return (
    <AlertDialog
      title={t('league.leave-ask', { name: league.name })}
      description={leaveText(league)}
      confirmLabel={t('league.leave')}
      busyText={t('league.leaving')}
      busy={leaving.isPending}
      onConfirm={leaving.run}
      open
      onOpenChange={(open) => !open && onClose()}
    />
  )
}

function leaveText({ role, members }: League): string {
  if (members === 1) return t('league.leave-last')
  return t(role === 'owner' ? 'league.leave-owner' : 'league.leave-why')
}

function DeleteDialog({ league, onClose }: EndProps) {
  const deleting = useEnd({
    end: () => request(leagueEndpoints.deleteLeague, { params: { leagueId: league.id } }),
    done: { title: t('league.is-deleted'), description: t('league.undo-day') },
    failure: t('league.delete-fail'),
  })
  return (
    <AlertDialog
      title={t('league.delete-ask', { name: league.name })}
      description={t('league.delete-why')}
      confirmLabel={t('league.delete')}
      busyText={t('league.deleting')}
      busy={deleting.isPending}
      onConfirm={deleting.run}
      open
      onOpenChange={(open) => !open && onClose()}
    />
  )
}

type End = {
  end: () => Promise<unknown>
  done: { title: string; description: string }
  failure: string
}

/** Leads to the leagues that are left. */
function useEnd({ end, done, failure }: End) {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const ending = useMutation({
    mutationFn: end,
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.leagues })
      navigate(paths.leagues, { replace: true })
      toast(done)
    },
    onError: (error) => toastRequestFailure(failure, error),
  })
  const run = useOneAtATime(ending.mutate)
  return { isPending: ending.isPending, run: () => run() }
}
