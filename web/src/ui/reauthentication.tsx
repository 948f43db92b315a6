import { useReauthentication } from '../lib/api/reauthentication.ts'
import { lazyModule } from '../lib/lazy-module.ts'
import { useLazyDialog } from './dialogs.tsx'

const reauthenticationDialog = lazyModule(() => import('./reauthentication-dialog.tsx'))

/** Once for the page. Hardly anybody is asked, so the code is not loaded before. */
export function Reauthentication() {
  const settle = useReauthentication()
  const dialog = { open: settle !== null, onOpenChange: () => settle?.(false) }
  const code = useLazyDialog(reauthenticationDialog, dialog, false)
  return code && settle && <code.ReauthenticationDialog settle={settle} />
}
