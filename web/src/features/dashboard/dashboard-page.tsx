import { PRODUCT } from '@called-it/shared/contract/site'
import type { ReactNode } from 'react'
import { Page } from '../../ui/page.tsx'
import { FileManager } from './files/file-manager.tsx'
import { NoticesCard } from './notices/notices-card.tsx'
import { SendNotice } from './notices/send-notice.tsx'
import { SettingsCard } from './settings-card.tsx'
import { ShowTasksCard } from './show-tasks/show-tasks-card.tsx'
import { ToolsCard } from './tools/tools-card.tsx'
import { UserManagement } from './users/user-management.tsx'

export function DashboardPage({ operations }: { operations: ReactNode }) {
  return (
    <Page fullTitle={`${PRODUCT} · admin dashboard`} hasSections>
      <h1>admin dashboard</h1>
      <ToolsCard />
      <NoticesCard />
      <ShowTasksCard />
      {operations}
      <SettingsCard />
      <SendNotice />
      <FileManager />
      <UserManagement />
    </Page>
  )
}
