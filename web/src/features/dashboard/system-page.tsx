import type { ReactNode } from 'react'
import { isOpenRun, useRuns } from '../../lib/api/runs.ts'
import { useSite } from '../../lib/api/site.ts'
import { paths } from '../../lib/paths.ts'
import { t } from '../../lib/words/texts.ts'
import { AdminHead } from '../../ui/admin-head.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import styles from './dashboard.module.css'
import { ImportTool } from './import/import-tool.tsx'
import { ResetScores } from './tools/reset-scores.tsx'
import { Tool } from './tools/tool.tsx'
import { IMPORTS } from './tools/tool-run-requests.ts'

export function SystemPage({ operations }: { operations: ReactNode }) {
  const { data: site } = useSite()
  const { data } = useRuns()
  const isImporting = data?.runs.some((run) => IMPORTS.includes(run.kind) && isOpenRun(run)) ?? false
  return (
    <Page title={t('admin.system')} hasSections>
      <AdminHead heading={t('admin.system')} current="system" />
      {operations}
      <Card heading={t('admin.data')}>
        <ul className={styles.tools}>
          <Tool
            name={t('admin.tool-import')}
            text={t('admin.import-hint', { site: site?.dataSite.name ?? t('admin.data-site') })}
          >
            <ImportTool isBlocked={isImporting} />
          </Tool>
          <Tool name={t('backup.title')} text={t('backup.card-hint')}>
            <ButtonLink to={paths.adminBackups}>{t('backup.title')}</ButtonLink>
          </Tool>
          <Tool name={t('admin.webhooks')} text={t('admin.webhooks-hint')}>
            <ButtonLink to={paths.adminWebhooks}>{t('admin.webhooks')}</ButtonLink>
          </Tool>
          <Tool name={t('admin.start-over')} text={t('admin.reset-hint')}>
            <ResetScores />
          </Tool>
        </ul>
      </Card>
    </Page>
  )
}
