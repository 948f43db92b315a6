import type { RunKind } from '@called-it/shared/contract/runs'
import type { ReactNode } from 'react'
import { isOpenRun, useRuns } from '../../../lib/api/runs.ts'
import { useConfig, useSite } from '../../../lib/api/site.ts'
import { paths } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Card } from '../../../ui/card.tsx'
import styles from '../dashboard.module.css'
import { ImportQuestion } from '../import/import-question.tsx'
import { ImportTool } from '../import/import-tool.tsx'
import { ResetScores } from './reset-scores.tsx'
import { usePlayDemoShow, useUpdateNotebook } from './tool-run-requests.ts'

/** They wait for each other. */
const IMPORTS: readonly RunKind[] = ['import-catalogue', 'update-notebook']

export function ToolsCard() {
  const { data: site } = useSite()
  const { data } = useRuns()
  const { data: config } = useConfig()
  const demo = usePlayDemoShow()
  const isPlaying = data?.runs.some((run) => run.kind === 'play-demo-show' && isOpenRun(run)) ?? false
  const update = useUpdateNotebook(site?.songwriter.slug ?? '')
  const isImporting = data?.runs.some((run) => IMPORTS.includes(run.kind) && isOpenRun(run)) ?? false
  const source = site?.dataSite.name ?? 'the data site'
  return (
    <Card heading="tools">
      <ul className={styles.tools}>
        <Tool name="scores" text="Score, test and rescore shows, tour by tour.">
          <ButtonLink to={paths.adminScoring} variant="main">
            score management
          </ButtonLink>
        </Tool>
        <Tool
          name="notebook"
          text={`Reads the songs and the notebook of ${site?.songwriter.name ?? 'the songwriter'} again.`}
        >
          <Button
            busy={update.isRunning}
            busyText="updating..."
            disabled={site === undefined || (isImporting && !update.isRunning)}
            onClick={update.start}
          >
            update notebook songs
          </Button>
        </Tool>
        <Tool name="catalogue" text={`Reads the songs, tours and shows of ${source} again.`}>
          <ImportTool isBlocked={isImporting} />
        </Tool>
        <Tool name="songs" text="Merge songs that are one, and hide those that nobody should pick.">
          <ButtonLink to={paths.adminSongs}>songs</ButtonLink>
        </Tool>
        <Tool name="reports" text="Decide what fans report, lift suspensions, and block words in names.">
          <ButtonLink to={paths.adminReports}>reports</ButtonLink>
        </Tool>
        <Tool name="webhooks" text="Send what happens to Discord, Slack or a program of yours.">
          <ButtonLink to={paths.adminWebhooks}>webhooks</ButtonLink>
        </Tool>
        {site?.isDemo && config?.testModeEnabled && (
          <Tool
            name="demo show"
            text="Plays a whole show of the demo band in three minutes, in place of the last one."
          >
            <Button busy={demo.isRunning || isPlaying} busyText="playing..." onClick={demo.start}>
              play demo show
            </Button>
          </Tool>
        )}
        <Tool name="start over" text="Takes the scores of every prediction away. Mainly for testing.">
          <ResetScores />
        </Tool>
      </ul>
      <ImportQuestion asked={update} />
    </Card>
  )
}

function Tool({ name, text, children }: { name: string; text: string; children: ReactNode }) {
  return (
    <li className={styles.tool}>
      <h3>{name}</h3>
      <p className="soft small">{text}</p>
      {children}
    </li>
  )
}
