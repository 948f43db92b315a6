import type { Run } from '@called-it/shared/contract/runs'
import clsx from 'clsx'
import { formatThroughput, throughputOf } from '../lib/api/run-throughput.ts'
import { requesterOf, runLabel } from '../lib/api/runs.ts'
import { formatNumber } from '../lib/words/format-number.ts'
import { t } from '../lib/words/texts.ts'
import styles from './progress.module.css'

type ProgressProps = {
  label: string
  done: number
  /** Null while unknown. */
  total: number | null
  note?: string
  pace?: string | null
}

export function Progress({ label, done, total, note, pace = null }: ProgressProps) {
  const share = total ? Math.min(done / total, 1) : null
  return (
    <div className={styles.progress}>
      <div className={styles.words}>
        <span>
          {label} {note && <span className="soft">{note}</span>}
        </span>
        <span className="tabular soft">
          {countOf(done, total)}
          {pace !== null && ` · ${pace}`}
        </span>
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={total ?? undefined}
        aria-valuenow={share === null ? undefined : done}
        className={clsx(styles.track, 'edged')}
      >
        <div
          className={share === null ? styles.unknown : styles.bar}
          style={share === null ? undefined : { transform: `scaleX(${share})` }}
        />
      </div>
    </div>
  )
}

function countOf(done: number, total: number | null): string {
  if (total !== null) return `${formatNumber(done)} / ${formatNumber(total)}`
  return done === 0 ? t('ui.starting') : formatNumber(done)
}

export function RunProgress({ run }: { run: Run }) {
  const pace = run.state === 'running' ? throughputOf(run) : null
  const what = runLabel(run.kind)
  return (
    <Progress
      label={run.state === 'queued' ? t('ui.run-waiting', { run: what }) : what}
      note={requesterOf(run)}
      done={run.done}
      total={run.total}
      pace={pace && formatThroughput(pace)}
    />
  )
}
