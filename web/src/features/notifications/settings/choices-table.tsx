import type { NotificationSettings } from '@called-it/shared/contract/notification-settings'
import { CHANNELS } from '@called-it/shared/notifications/channels'
import { ANNOUNCEMENT_KINDS, KIND_LABELS } from '@called-it/shared/notifications/labels'
import { SwitchInput } from '../../../ui/switch.tsx'
import { Table } from '../../../ui/table.tsx'
import styles from './settings.module.css'
import { useSetChoice } from './use-settings.ts'

/** Leaves out kinds of a newer release. */
export function ChoicesTable({ choices }: Pick<NotificationSettings, 'choices'>) {
  const { mutate } = useSetChoice()
  const rows = ANNOUNCEMENT_KINDS.flatMap((kind) => {
    const choice = choices.find((listed) => listed.kind === kind)
    return choice ? [{ ...choice, kind }] : []
  })
  return (
    <Table
      caption="what reaches you where"
      stacked
      className={styles.choices}
      rows={rows}
      rowKey={({ kind }) => kind}
      columns={[
        { header: 'about', isRowHeader: true, cell: ({ kind }) => KIND_LABELS[kind] },
        ...CHANNELS.map((channel) => ({
          header: channel,
          cell: (row: (typeof rows)[number]) => (
            <SwitchInput
              aria-label={`${KIND_LABELS[row.kind]}: ${channel}`}
              checked={row[channel]}
              onCheckedChange={(is_on) => mutate({ kind: row.kind, channel, is_on })}
            />
          ),
        })),
      ]}
    />
  )
}
