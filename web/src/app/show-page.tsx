import { ShowPage as PublicPage } from '../features/show/show-page.tsx'
import type { PickingSheetProps } from '../features/show/visitor-start.tsx'
import { lazyModule } from '../lib/lazy-module.ts'
import { useLazyDialog } from '../ui/dialogs.tsx'

const visitorSheet = lazyModule(() => import('../features/home/builder/visitor-sheet.tsx'))

/** Joins two features, which may not import each other. */
export function ShowPage() {
  return <PublicPage Sheet={Sheet} />
}

function Sheet(props: PickingSheetProps) {
  const code = useLazyDialog(visitorSheet, props)
  return code && <code.VisitorSheet {...props} />
}
