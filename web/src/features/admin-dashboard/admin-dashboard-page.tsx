import type { ReactNode } from 'react'
import { Page } from '../../ui/page.tsx'
import { PRODUCT_NAME } from '../../ui/product.ts'
import styles from './admin-dashboard.module.css'
import { FileManager } from './file-manager.tsx'
import { SettingsCard } from './settings-card.tsx'
import { ToolsCard } from './tools-card.tsx'
import { UserManagement } from './user-management.tsx'

export function AdminDashboardPage({ operations }: { operations: ReactNode }) {
  return (
    <Page fullTitle={`${PRODUCT_NAME} · admin dashboard`} className={styles.page}>
      <h1>admin dashboard</h1>
      <ToolsCard />
      {operations}
      <SettingsCard />
      <FileManager />
      <UserManagement />
    </Page>
  )
}
