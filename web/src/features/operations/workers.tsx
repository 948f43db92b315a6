import type { WorkerState } from '@called-it/shared/contract/operations'
import { formatDuration } from '../../lib/words/durations.ts'
import { Notice } from '../../ui/notice.tsx'
import styles from './operations.module.css'
import type { AgeOf } from './use-ageing.ts'

type WorkersProps = {
  workers: readonly WorkerState[]
  ageOf: AgeOf
}

export function Workers({ workers, ageOf }: WorkersProps) {
  return (
    <section aria-labelledby="operations-workers">
      <h3 id="operations-workers" className={styles.title}>
        workers <small className={styles.count}>{workers.length}</small>
      </h3>
      {workers.length === 0 && (
        <Notice role="status" tone="danger" title="No worker is connected">
          What is ordered waits until one is.
        </Notice>
      )}
      <ul className={styles.rows} aria-labelledby="operations-workers">
        {workers.map(({ name, queues, connectedMs }) => (
          <li key={name} className={styles.row}>
            <span className={styles.name}>{name}</span>
            <span className="soft small tabular">
              {queues.join(', ')} · for {formatDuration(ageOf(connectedMs))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
