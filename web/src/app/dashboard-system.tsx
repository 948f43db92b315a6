import { SystemPage } from '../features/dashboard/system-page.tsx'
import { OperationsPanel } from '../features/operations/operations-panel.tsx'

/** Joins two features, which may not import each other. */
export function DashboardSystem() {
  return <SystemPage operations={<OperationsPanel />} />
}
