import { DashboardPage } from '../features/dashboard/dashboard-page.tsx'
import { OperationsPanel } from '../features/operations/operations-panel.tsx'

/** Joins two features, which may not import each other. */
export function Dashboard() {
  return <DashboardPage operations={<OperationsPanel />} />
}
