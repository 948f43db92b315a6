import { useState } from 'react'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { AlertDialog } from '../../../ui/dialogs.tsx'
import { useResetScores } from './tool-run-requests.ts'

export function ResetScores() {
  const [asks, setAsks] = useState(false)
  const reset = useResetScores()
  return (
    <>
      <Button
        variant="danger"
        busy={reset.isRunning}
        busyText={t('admin.resetting')}
        onClick={() => setAsks(true)}
      >
        {t('admin.reset-scores')}
      </Button>
      <AlertDialog
        open={asks}
        onOpenChange={setAsks}
        title={t('admin.reset-ask')}
        description={t('admin.reset-warning')}
        cancelLabel={t('admin.cancel')}
        confirmLabel={t('admin.reset-yes')}
        tone="danger"
        onConfirm={() => {
          setAsks(false)
          reset.start()
        }}
      />
    </>
  )
}
