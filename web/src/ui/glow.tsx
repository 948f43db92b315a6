import { type ReactNode, useState } from 'react'
import styles from './glow.module.css'

/** Highlights a value for a moment when it changes, not when it first appears. */
export function Glow({ value, children }: { value: number | string; children?: ReactNode }) {
  const [seen, setSeen] = useState({ value, changes: 0 })
  if (seen.value !== value) setSeen({ value, changes: seen.changes + 1 })
  return (
    <span key={seen.changes} className={seen.changes > 0 ? styles.glow : undefined}>
      {children ?? value}
    </span>
  )
}
