import type { OperationsState, QueueState } from '@called-it/shared/contract/operations'
import { Glow } from '../../ui/glow.tsx'
import styles from './operations.module.css'
import { printSpan } from './spans.ts'

type QueuesProps = {
  queues: readonly QueueState[]
  outbox: OperationsState['outbox']
  /** An age as it is by now. */
  ageOf: (ageMs: number) => number
}

/** What waits, what is worked on and what failed, by queue; then the outbox, which orders it all. */
export function Queues({ queues, outbox, ageOf }: QueuesProps) {
  return (
    <>
      {queues.length > 0 && (
        <table className={styles.queues}>
          <thead>
            <tr>
              <th scope="col">queue</th>
              <th scope="col">waiting</th>
              <th scope="col">active</th>
              <th scope="col">failed</th>
              <th scope="col">oldest</th>
            </tr>
          </thead>
          <tbody>
            {queues.map(({ name, waiting, active, failed, oldestWaitingMs }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>
                  <Glow value={waiting} />
                </td>
                <td>
                  <Glow value={active} />
                </td>
                <td className={failed > 0 ? styles.bad : undefined}>
                  <Glow value={failed} />
                </td>
                <td>{oldestWaitingMs === null ? '–' : printSpan(ageOf(oldestWaitingMs))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="soft small tabular">
        outbox: {outbox.open.toLocaleString('en-US')} open
        {outbox.oldestOpenMs !== null && `, the oldest for ${printSpan(ageOf(outbox.oldestOpenMs))}`}
        {outbox.dead > 0 && `, ${outbox.dead.toLocaleString('en-US')} given up`}
      </p>
    </>
  )
}
