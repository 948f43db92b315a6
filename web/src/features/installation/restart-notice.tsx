import { useState } from 'react'
import { t } from '../../lib/words/texts.ts'
import { Button } from '../../ui/button.tsx'
import { AlertDialog } from '../../ui/dialogs.tsx'
import { passFocusOn } from '../../ui/focus-section.ts'
import { Notice } from '../../ui/notice.tsx'
import { LinkedSettings } from './linked-settings.tsx'
import type { InstallationSettings } from './use-installation-settings.ts'
import { useRestart } from './use-restart.ts'

/** What is stored and waits for the next start of the programs. */
export function RestartNotice({ settings }: { settings: InstallationSettings }) {
  const [isAsking, setIsAsking] = useState(false)
  const restart = useRestart()
  const waiting = [...settings.values()].filter((setting) => setting.waits_for_restart)
  if (waiting.length === 0) return null
  return (
    <Notice
      ref={passFocusOn}
      tone="warning"
      role="status"
      title={t('setting.waiting')}
      action={
        <Button busy={restart.isPending} busyText={t('setting.restarting')} onClick={() => setIsAsking(true)}>
          {t('setting.restart')}
        </Button>
      }
    >
      <LinkedSettings settings={waiting} />
      <AlertDialog
        title={t('setting.restart-ask')}
        description={t('setting.restart-hint')}
        confirmLabel={t('setting.restart')}
        tone="main"
        onConfirm={() => {
          setIsAsking(false)
          restart.mutate()
        }}
        open={isAsking}
        onOpenChange={setIsAsking}
      />
    </Notice>
  )
}
