import type { ImportCheck } from '@called-it/shared/contract/import-checks'
import { useState } from 'react'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs.tsx'
import { CheckedImport } from '../../../ui/import/checked-import.tsx'
import { ImportQuestion } from '../../../ui/import/import-question.tsx'
import { useCheckImport, useImportCatalogue } from '../tools/tool-run-requests.ts'

/** @param isBlocked another import runs */
export function ImportTool({ isBlocked }: { isBlocked: boolean }) {
  const [check, setCheck] = useState<ImportCheck | null>(null)
  const checking = useCheckImport(setCheck)
  const importing = useImportCatalogue()
  return (
    <div className="buttons">
      <Button
        busy={importing.isRunning}
        busyText={t('admin.importing')}
        disabled={isBlocked && !importing.isRunning}
        onClick={importing.start}
      >
        {t('admin.import')}
      </Button>
      <Button
        variant="quiet"
        busy={checking.isRunning}
        busyText={t('admin.checking')}
        onClick={checking.start}
      >
        {t('admin.check')}
      </Button>
      <ImportQuestion asked={importing} />
      <Dialog
        open={check !== null}
        onOpenChange={(open) => !open && setCheck(null)}
        title={t('admin.check-title')}
        description={t('admin.check-hint')}
        size="l"
      >
        {check && <CheckedImport check={check} />}
      </Dialog>
    </div>
  )
}
