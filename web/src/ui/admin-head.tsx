import clsx from 'clsx'
import { Link } from 'react-router-dom'
import { paths } from '../lib/paths.ts'
import { t } from '../lib/words/texts.ts'
import styles from './admin-head.module.css'
import tabs from './tabs.module.css'

const PAGES = [
  { name: 'tonight', label: 'admin.tonight', path: paths.admin },
  { name: 'people', label: 'admin.people', path: paths.adminPeople },
  { name: 'system', label: 'admin.system', path: paths.adminSystem },
  { name: 'audit', label: 'audit.title', path: paths.adminAudit },
  { name: 'settings', label: 'setting.title', path: paths.adminSettings },
] as const

type AdminHeadProps = { heading: string; current: (typeof PAGES)[number]['name'] }

export function AdminHead({ heading, current }: AdminHeadProps) {
  return (
    <div className={clsx(styles.head, 'row wraps')}>
      <h1>{heading}</h1>
      <nav aria-label={t('admin.pages')} className={tabs.list}>
        {PAGES.map(({ name, label, path }) => (
          <Link
            key={name}
            to={path}
            className={tabs.tab}
            {...(name === current && { 'aria-current': 'page', 'data-state': 'active' })}
          >
            {t(label)}
          </Link>
        ))}
      </nav>
    </div>
  )
}
