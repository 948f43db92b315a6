import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { AlertDialog } from '../../../ui/dialogs.tsx'
import { useResetScores } from './tool-run-requests.ts'

export function ResetScores() {
  const [asks, setAsks] = useState(false)
  const reset = useResetScores()
  return (
    <>
      <Button variant="danger" busy={reset.isRunning} busyText="resetting..." onClick={() => setAsks(true)}>
        reset scores
      </Button>
      <AlertDialog
        open={asks}
        onOpenChange={setAsks}
        title="Are you absolutely sure?"
        description="The scores of all predictions are set to null, and all shows are marked unscored. This is mainly for testing, affects all users, and cannot be undone: the shows have to be scored again."
        cancelLabel="cancel"
        confirmLabel="yes, reset all scores"
        tone="danger"
        onConfirm={() => {
          setAsks(false)
          reset.start()
        }}
      />
    </>
  )
}
