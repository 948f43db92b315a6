import { AdminDashboardPage } from '../features/admin-dashboard/admin-dashboard-page.tsx'
import { OperationsPanel } from '../features/operations/operations-panel.tsx'

/** The admins' dashboard with the panel of the work in it. */
export function AdminDashboard() {
  return <AdminDashboardPage operations={<OperationsPanel />} />
}
