import { Link } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import styles from './admin-head.module.css'

const PAGES = [
  { name: 'tonight', path: paths.admin },
  { name: 'people', path: paths.adminPeople },
  { name: 'system', path: paths.adminSystem },
] as const

type AdminHeadProps = { heading: string; current: (typeof PAGES)[number]['name'] }

export function AdminHead({ heading, current }: AdminHeadProps) {
  return (
    <div className={styles.head}>
      <h1>{heading}</h1>
      <nav aria-label="admin pages" className={styles.pages}>
        {PAGES.map(({ name, path }) => (
          <Link key={name} to={path} aria-current={name === current ? 'page' : undefined}>
            {name}
          </Link>
        ))}
      </nav>
    </div>
  )
}
