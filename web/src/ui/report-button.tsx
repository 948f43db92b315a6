import { Flag } from 'lucide-react'
import { useState } from 'react'
import { lazyModule } from '../lib/lazy-module.ts'
import { t } from '../lib/words/texts.ts'
import { Button } from './button.tsx'
import { useLazyDialog } from './dialogs.tsx'
import type { Reportable } from './report-dialog.tsx'

const reportDialog = lazyModule(() => import('./report-dialog.tsx'))

/** For users who are logged in: of another player, or of a league of theirs. */
export function ReportButton({ of }: { of: Reportable }) {
  const [isOpen, setIsOpen] = useState(false)
  const dialog = { open: isOpen, onOpenChange: setIsOpen }
  const code = useLazyDialog(reportDialog, dialog)
  return (
    <>
      <Button variant="quiet" onClick={() => setIsOpen(true)}>
        <Flag aria-hidden /> {t('ui.report')}
      </Button>
      {code && <code.ReportDialog of={of} {...dialog} />}
    </>
  )
}
