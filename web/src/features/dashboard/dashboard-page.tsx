import { PRODUCT } from '@called-it/shared/contract/site'
import clsx from 'clsx'
import type { ReactNode } from 'react'
import { t } from '../../lib/words/texts.ts'
import { AdminHead } from '../../ui/admin-head.tsx'
import { Page } from '../../ui/page.tsx'
import styles from './dashboard.module.css'
import { FileManager } from './files/file-manager.tsx'
import { NoticesCard } from './notices/notices-card.tsx'
import { RightsNotice } from './rights-notice.tsx'
import { SettingsCard } from './settings-card.tsx'
import { ShowTasksCard } from './show-tasks/show-tasks-card.tsx'
import { ToolsCard } from './tools/tools-card.tsx'
import { UserManagement } from './users/user-management.tsx'

/** Two columns on a wide screen; the users are across both. */
export function DashboardPage({ setup, tonight }: { setup: ReactNode; tonight: ReactNode }) {
  return (
    <Page fullTitle={`${PRODUCT} · ${t('admin.dashboard')}`} hasSections>
      <AdminHead heading={t('admin.dashboard')} current="tonight" />
      {setup}
      <RightsNotice />
      <div className={clsx(styles.columns, 'cards')}>
        <div className="cards">{tonight}</div>
        <div className={clsx(styles.side, 'cards')}>
          <NoticesCard />
          <ShowTasksCard />
          <SettingsCard />
        </div>
        <div className="cards">
          <ToolsCard />
          <FileManager />
        </div>
      </div>
      <UserManagement />
    </Page>
  )
}
