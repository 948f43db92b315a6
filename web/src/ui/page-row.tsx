import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import styles from './page-row.module.css'

type PageRowProps = { to: string; name: string; children?: ReactNode }

/** An entry of a list that leads to a page: the row is the target. */
export function PageRow({ to, name, children }: PageRowProps) {
  return (
    <li className={styles.row}>
      <Link to={to} className="spread">
        <span className="fills">
          {name} <span className="soft small">{children}</span>
        </span>
        <ChevronRight aria-hidden size={20} className="soft" />
      </Link>
    </li>
  )
}
