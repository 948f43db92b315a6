import { isOpenRun, useRuns } from '../../../lib/api/runs.ts'
import { useConfig, useSite } from '../../../lib/api/site.ts'
import { paths } from '../../../lib/paths.ts'
import { t } from '../../../lib/words/texts.ts'
import { Button } from '../../../ui/button.tsx'
import { ButtonLink } from '../../../ui/button-link.tsx'
import { Card } from '../../../ui/card.tsx'
import { ImportQuestion } from '../../../ui/import/import-question.tsx'
import styles from '../dashboard.module.css'
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
    <Card heading={t('admin.tools')}>
      <ul className={styles.tools}>
        <Tool name={t('admin.scores')} text={t('admin.scores-hint')}>
          <ButtonLink to={paths.adminScoring}>{t('admin.to-scoring')}</ButtonLink>
        </Tool>
        <Tool
          name={t('admin.notebook')}
          text={t('admin.notebook-hint', { name: site?.songwriter.name ?? t('admin.songwriter') })}
        >
          <Button
            busy={update.isRunning}
            busyText={t('admin.updating')}
            disabled={site === undefined || (isImporting && !update.isRunning)}
            onClick={update.start}
          >
            {t('admin.update-songs')}
          </Button>
        </Tool>
        <Tool name={t('admin.songs')} text={t('admin.songs-hint')}>
          <ButtonLink to={paths.adminSongs}>{t('admin.songs')}</ButtonLink>
        </Tool>
        {site?.isDemo && config?.testModeEnabled && (
          <Tool name={t('admin.demo')} text={t('admin.demo-hint')}>
            <Button busy={demo.isRunning || isPlaying} busyText={t('admin.playing')} onClick={demo.start}>
              {t('admin.play-demo')}
            </Button>
          </Tool>
        )}
        <Tool name={t('admin.start-over')} text={t('admin.reset-hint')}>
          <ResetScores />
        </Tool>
      </ul>
      <ImportQuestion asked={update} />
    </Card>
  )
}
