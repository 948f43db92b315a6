import type { AuditLogEntry } from '@called-it/shared/contract/audit-log'
import { Link } from 'react-router-dom'
import { paths } from '../../../lib/paths.ts'
import { formatInstant } from '../../../lib/words/format-instant.ts'
import { t } from '../../../lib/words/texts.ts'
import { PlayerLink } from '../../../ui/player-link.tsx'
import { Table, type TableColumn } from '../../../ui/table.tsx'
import styles from './audit.module.css'

/** A setlist or a form would take a page. */
const MAX_DETAILS = 200

const OTHERS = {
  visitor: 'audit.visitor',
  'command-line': 'audit.command',
  program: 'audit.program',
} as const

const columns = (): readonly TableColumn<AuditLogEntry>[] => [
  {
    header: t('audit.time'),
    isRowHeader: true,
    cell: ({ at }) => <time dateTime={at}>{formatInstant(at)}</time>,
  },
  { header: t('audit.who'), cell: Who },
  { header: t('audit.action'), cell: ({ action }) => <code>{action}</code> },
  { header: t('audit.subject'), cell: ({ subject }) => <Subject subject={subject ?? '-'} /> },
  { header: t('audit.address'), cell: ({ address }) => <code>{address ?? '-'}</code> },
  { header: t('audit.details'), cell: ({ details }) => <code>{inShort(details)}</code> },
]

export function AuditTable({ entries }: { entries: readonly AuditLogEntry[] }) {
  return (
    <Table
      stacked
      caption={t('audit.title')}
      className={styles.table}
      columns={columns()}
      rows={entries}
      rowKey={({ id }) => id}
    />
  )
}

function Who({ actor }: Pick<AuditLogEntry, 'actor'>) {
  if (typeof actor === 'string') return t(OTHERS[actor])
  return (
    <span>
      <PlayerLink userId={actor.id} name={actor.display_name} /> <Subject subject={`user:${actor.id}`} />
    </span>
  )
}

/** A user leads to all that concerns the user. */
function Subject({ subject }: { subject: string }) {
  const [, noun, id] = /^(user|show):(\d+)$/.exec(subject) ?? []
  if (noun === undefined) return <code>{subject}</code>
  const to = noun === 'user' ? paths.auditOf(Number(id)) : paths.setlistEditor(Number(id))
  return (
    <Link to={to}>
      <code>{subject}</code>
    </Link>
  )
}

function inShort(details: AuditLogEntry['details']): string {
  const text = Object.entries(details)
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')
  return text.length > MAX_DETAILS ? `${text.slice(0, MAX_DETAILS)}…` : text
}
