import type { ReactNode } from 'react'
import { isOpenRun, useRuns } from '../../lib/api/runs.ts'
import { useSite } from '../../lib/api/site.ts'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import { AdminHead } from './admin-head.tsx'
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
    <Page title="system" hasSections>
      <AdminHead heading="system" current="system" />
      {operations}
      <Card heading="data">
        <ul className={styles.tools}>
          <Tool
            name="import"
            text={`Reads songs, tours and shows from ${site?.dataSite.name ?? 'the data site'} again.`}
          >
            <ImportTool isBlocked={isImporting} />
          </Tool>
          <Tool name="webhooks" text="Tell Discord, Slack or your own program what happens.">
            <ButtonLink to={paths.adminWebhooks}>webhooks</ButtonLink>
          </Tool>
          <Tool name="start over" text="Takes away the scores of all picks. Mainly for testing.">
            <ResetScores />
          </Tool>
        </ul>
      </Card>
    </Page>
  )
}
