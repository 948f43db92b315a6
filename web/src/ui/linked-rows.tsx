import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import styles from './linked-rows.module.css'

type Children = { children: ReactNode }

export function LinkedRows({ children }: Children) {
  return <ol className="stack">{children}</ol>
}

/** Up to four elements in two columns. */
export function LinkedRow({ children }: Children) {
  return <li className={styles.row}>{children}</li>
}

/** The class of a link whose target is its whole row. */
export const ROW_LINK = styles.link

export function RowLink({ to, children }: Children & { to: string }) {
  return (
    <Link to={to} className={ROW_LINK}>
      {children}
    </Link>
  )
}
