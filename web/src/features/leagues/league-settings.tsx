import { type League, leagueEndpoints } from '@called-it/shared/contract/leagues'
import { useState } from 'react'
import { request } from '../../lib/api/api.ts'
import { lazyModule } from '../../lib/lazy-module.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { useLazyDialog } from '../../ui/dialogs.tsx'
import { ReportButton } from '../../ui/report-button.tsx'
import { Switch } from '../../ui/switch.tsx'
import { toast } from '../../ui/toast.ts'
import { DeleteDialog, LeaveDialog } from './league-ends.tsx'
import styles from './league-settings.module.css'
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
    failure: 'The switch was not moved',
  })
  return (
    <Card heading="settings">
      <div className={styles.settings}>
        <Switch
          label="show the others when I am here"
          description="Members see your name above the table while you have this page open."
          checked={presence.isPending ? presence.variables : league.shows_presence}
          busy={presence.isPending}
          onCheckedChange={presence.mutate}
        />
        <div className="buttons">
          {league.role !== 'member' && <Button onClick={() => setDialog('options')}>name and options</Button>}
          <Button onClick={() => setDialog('leave')}>leave</Button>
          {league.role !== 'owner' && (
            <ReportButton of={{ kind: 'league', id: league.id, name: league.name }} />
          )}
          {league.role === 'owner' && (
            <Button variant="quiet" onClick={() => setDialog('delete')}>
              delete the league
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
            toast({ title: 'League saved' })
          }}
          onClose={close}
        />
      )}
      {dialog === 'leave' && <LeaveDialog league={league} onClose={close} />}
      {dialog === 'delete' && <DeleteDialog league={league} onClose={close} />}
    </Card>
  )
}
