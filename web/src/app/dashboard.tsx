import { DashboardPage } from '../features/dashboard/dashboard-page.tsx'
import { TonightCard } from '../features/scoring/tonight/tonight-card.tsx'

/** Joins two features, which may not import each other. */
export function Dashboard() {
  return <DashboardPage tonight={<TonightCard />} />
}
