import { DashboardPage } from '../features/dashboard/dashboard-page.tsx'
import { SetupCard } from '../features/installation/setup/setup-card.tsx'
import { TonightCard } from '../features/scoring/tonight/tonight-card.tsx'

/** Joins three features, which may not import each other. */
export function Dashboard() {
  return <DashboardPage setup={<SetupCard />} tonight={<TonightCard />} />
}
