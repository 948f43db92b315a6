import clsx from 'clsx'
import { Link } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import tabs from '../../ui/tabs.module.css'
import styles from './dashboard.module.css'

const PAGES = [
  { name: 'tonight', path: paths.admin },
  { name: 'people', path: paths.adminPeople },
  { name: 'system', path: paths.adminSystem },
] as const

type AdminHeadProps = { heading: string; current: (typeof PAGES)[number]['name'] }

export function AdminHead({ heading, current }: AdminHeadProps) {
  return (
    <div className={clsx(styles.head, 'row wraps')}>
      <h1>{heading}</h1>
      <nav aria-label="admin pages" className={tabs.list}>
        {PAGES.map(({ name, path }) => (
          <Link
            key={name}
            to={path}
            className={tabs.tab}
            {...(name === current && { 'aria-current': 'page', 'data-state': 'active' })}
          >
            {name}
          </Link>
        ))}
      </nav>
    </div>
  )
}
