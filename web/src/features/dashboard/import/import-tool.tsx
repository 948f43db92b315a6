import type { ImportCheck } from '@called-it/shared/contract/import-checks'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs.tsx'
import { useCheckImport, useImportCatalogue } from '../tools/tool-run-requests.ts'
import { CheckedImport } from './checked-import.tsx'
import { ImportQuestion } from './import-question.tsx'

/** @param isBlocked another import runs */
export function ImportTool({ isBlocked }: { isBlocked: boolean }) {
  const [check, setCheck] = useState<ImportCheck | null>(null)
  const checking = useCheckImport(setCheck)
  const importing = useImportCatalogue()
  return (
    <div className="buttons">
      <Button
        busy={importing.isRunning}
        busyText="importing..."
        disabled={isBlocked && !importing.isRunning}
        onClick={importing.start}
      >
        import the catalogue
      </Button>
      <Button variant="quiet" busy={checking.isRunning} busyText="checking..." onClick={checking.start}>
        check
      </Button>
      <ImportQuestion asked={importing} />
      <Dialog
        open={check !== null}
        onOpenChange={(open) => !open && setCheck(null)}
        title="check of the import"
        description="What the source has now. Nothing was stored."
        size="l"
      >
        {check && <CheckedImport check={check} />}
      </Dialog>
    </div>
  )
}
