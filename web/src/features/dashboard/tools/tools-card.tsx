import { isOpenRun, useRuns } from '../../../lib/api/runs.ts'
import { useConfig, useSite } from '../../../lib/api/site.ts'
import { paths } from '../../../lib/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Card } from '../../../ui/card.tsx'
import styles from '../dashboard.module.css'
import { ImportQuestion } from '../import/import-question.tsx'
import { ResetScores } from './reset-scores.tsx'
import { Tool } from './tool.tsx'
import { IMPORTS, usePlayDemoShow, useUpdateNotebook } from './tool-run-requests.ts'

export function ToolsCard() {
  const { data: site } = useSite()
  const { data } = useRuns()
  const { data: config } = useConfig()
  const demo = usePlayDemoShow()
  const isPlaying = data?.runs.some((run) => run.kind === 'play-demo-show' && isOpenRun(run)) ?? false
  const update = useUpdateNotebook(site?.songwriter.slug ?? '')
  const isImporting = data?.runs.some((run) => IMPORTS.includes(run.kind) && isOpenRun(run)) ?? false
  return (
    <Card heading="tools">
      <ul className={styles.tools}>
        <Tool name="scores" text="Score, test and rescore shows, tour by tour.">
          <ButtonLink to={paths.adminScoring}>score management</ButtonLink>
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
        <Tool name="songs" text="Merge songs that are the same, hide those that nobody should pick.">
          <ButtonLink to={paths.adminSongs}>songs</ButtonLink>
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
        <Tool name="start over" text="Takes away the scores of all picks. Mainly for testing.">
          <ResetScores />
        </Tool>
      </ul>
      <ImportQuestion asked={update} />
    </Card>
  )
}
