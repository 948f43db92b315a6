import type { ReactNode } from 'react'
import styles from '../dashboard.module.css'

type ToolProps = { name: string; text: string; children: ReactNode }

/** A row of a list of tools. */
export function Tool({ name, text, children }: ToolProps) {
  return (
    <li className={styles.tool}>
      <h3>{name}</h3>
      <p className="soft small">{text}</p>
      {children}
    </li>
  )
}
