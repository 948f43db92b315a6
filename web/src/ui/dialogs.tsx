import { type LazyModule, lazyModule, useLazyModule, useLoadWhenIdle } from '../lib/lazy-module.ts'
import { t } from '../lib/words/texts.ts'
import type { AlertDialogProps } from './dialogs/alert-dialog.tsx'
import type { DialogProps } from './dialogs/dialog.tsx'
import type { SheetProps } from './dialogs/sheet.tsx'
import { toastFailure } from './toast.ts'

const dialogs = lazyModule(() => import('./dialogs/index.ts'))

/** A modal dialog: traps the focus, gives it back on closing; Escape and the backdrop close it. */
export function Dialog(props: DialogProps) {
  const code = useLazyDialog(dialogs, props)
  return code && <code.Dialog {...props} />
}

/** A question that must be answered; cancel has the focus. */
export function AlertDialog(props: AlertDialogProps) {
  const code = useLazyDialog(dialogs, props)
  return code && <code.AlertDialog {...props} />
}

/** A page above the page, for phones. Closed by Escape or by its button. */
export function Sheet(props: SheetProps) {
  const code = useLazyDialog(dialogs, props)
  return code && <code.Sheet {...props} />
}

type OpenState = { open: boolean; onOpenChange: (open: boolean) => void }

/**
 * Null until the code is loaded. Closes with a toast when it cannot be.
 *
 * @param mayOpen false where this person cannot open it, whose browser then does without the code
 */
export function useLazyDialog<Module>(
  dialog: LazyModule<Module>,
  { open, onOpenChange }: OpenState,
  mayOpen = true,
): Module | null {
  useLoadWhenIdle(dialogs, mayOpen)
  useLoadWhenIdle(dialog, mayOpen)
  return useLazyModule(dialog, open, () => {
    toastFailure(t('ui.not-opened'), t('ui.check-network'))
    onOpenChange(false)
  })
}
