import type { OperationsState, QueueState } from '@called-it/shared/contract/operations'
import { formatDuration } from '../../lib/words/durations.ts'
import { Glow } from '../../ui/glow.tsx'
import { Table, type TableColumn } from '../../ui/table.tsx'
import styles from './operations.module.css'
import type { AgeOf } from './use-ageing.ts'

type QueuesProps = {
  queues: readonly QueueState[]
  outbox: OperationsState['outbox']
  ageOf: AgeOf
}

export function Queues({ queues, outbox, ageOf }: QueuesProps) {
  const columns: readonly TableColumn<QueueState>[] = [
    { header: 'queue', isRowHeader: true, cell: ({ name }) => name },
    { header: 'waiting', cell: ({ waiting }) => <Glow value={waiting} /> },
    { header: 'active', cell: ({ active }) => <Glow value={active} /> },
    {
      header: 'failed',
      cellClassName: ({ failed }) => (failed > 0 ? styles.bad : undefined),
      cell: ({ failed }) => <Glow value={failed} />,
    },
    {
      header: 'oldest',
      cell: ({ oldestWaitingMs }) =>
        oldestWaitingMs === null ? '–' : formatDuration(ageOf(oldestWaitingMs)),
    },
  ]
  return (
    <>
      {queues.length > 0 && (
        <Table className={styles.queues} columns={columns} rows={queues} rowKey={({ name }) => name} />
      )}
      <p className="soft small tabular">
        outbox: {outbox.open.toLocaleString('en-US')} open
        {outbox.oldestOpenMs !== null && `, the oldest for ${formatDuration(ageOf(outbox.oldestOpenMs))}`}
        {outbox.dead > 0 && `, ${outbox.dead.toLocaleString('en-US')} given up`}
      </p>
    </>
  )
}
