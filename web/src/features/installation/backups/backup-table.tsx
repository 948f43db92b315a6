import type { BackupFile } from '@called-it/shared/contract/backups'
import type { ReactNode } from 'react'
import { formatFileSize } from '../../../lib/words/file-size.ts'
import { formatInstant } from '../../../lib/words/format-instant.ts'
import { t } from '../../../lib/words/texts.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Table, type TableColumn } from '../../../ui/table.tsx'

const KINDS = {
  schedule: 'backup.by-schedule',
  hand: 'backup.by-hand',
  restore_point: 'backup.before',
  upload: 'backup.by-upload',
  other: 'backup.by-other',
} as const

type BackupTableProps = {
  files: readonly BackupFile[]
  actions: (file: BackupFile) => ReactNode
}

/** Of cards on a narrow screen. */
export function BackupTable({ files, actions }: BackupTableProps) {
  if (files.length === 0) return <EmptyState title={t('backup.none')}>{t('backup.none-hint')}</EmptyState>
  return (
    <Table
      stacked
      caption={t('backup.title')}
      className="small"
      columns={columns(actions)}
      rows={files}
      rowKey={({ name }) => name}
    />
  )
}

const columns = (actions: BackupTableProps['actions']): readonly TableColumn<BackupFile>[] => [
  {
    header: t('backup.file'),
    isRowHeader: true,
    cell: ({ name, kind }) => (
      <span className="stack">
        <bdi className="anywhere">{name}</bdi>
        <span className="soft small">{t(KINDS[kind])}</span>
      </span>
    ),
  },
  { header: t('backup.taken'), cell: ({ taken_at }) => formatInstant(taken_at) },
  { header: t('backup.size'), cell: ({ size }) => formatFileSize(size) },
  { header: t('backup.release'), cell: ({ release }) => release ?? '-' },
  { header: t('backup.state'), cell: stateOf },
  { header: t('backup.actions'), cell: actions },
]

function stateOf({ refusal, verified_at }: BackupFile): string {
  if (refusal !== null) return t(refusal === 'damaged' ? 'backup.is-damaged' : 'backup.is-foreign')
  return verified_at === null
    ? t('backup.unverified')
    : t('backup.verified', { at: formatInstant(verified_at) })
}
