import type { CurrentUser } from '@called-it/shared/contract/current-user'
import type { Show } from '@called-it/shared/contract/shows'
import { listFormat } from '@called-it/shared/languages/formats'
import clsx from 'clsx'
import { ChevronLeft } from 'lucide-react'
import { Link } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { t } from '../../lib/words/texts.ts'
import { BARE_ICON } from '../../ui/icon-button.tsx'
import styles from './desk-head.module.css'
import type { Row } from './project-taps.ts'

const HOUR_MS = 3_600_000

type DeskHeadProps = { show: Show; user: CurrentUser; rows: readonly Row[]; now: number }

export function DeskHead({ show, user, rows, now }: DeskHeadProps) {
  return (
    <header className={clsx(styles.head, 'row-2')}>
      <Link
        to={paths.show(show.id)}
        aria-label={t('editor.show-page')}
        className={clsx(BARE_ICON, styles.back)}
      >
        <ChevronLeft aria-hidden />
      </Link>
      <div className={clsx(styles.where, 'fills')}>
        <h1>{show.venue}</h1>
        <p className="soft small">
          {t('editor.editing', { names: authorsOf(rows, now, user.display_name) })}
        </p>
      </div>
    </header>
  )
}

/** Those of the last hour, the own name as `you`. */
function authorsOf(rows: readonly Row[], now: number, own: string): string {
  const recent = rows.filter(({ at }) => at !== null && now - Date.parse(at) < HOUR_MS)
  const others = recent.flatMap(({ by }) => (by === null || by === own ? [] : [by]))
  return listFormat(t.language, {}).format([t('editor.you'), ...new Set(others)])
}
