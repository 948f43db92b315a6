import { type ReactNode, useId } from 'react'
import styles from './switch.module.css'

type SwitchProps = {
  label: ReactNode
  /** What it means that it is on, or off. */
  description: ReactNode
  checked: boolean
  /** While true it shows that it is being changed and does nothing when pressed; it keeps the focus. */
  busy?: boolean
  onCheckedChange: (checked: boolean) => void
}

/** Something that is on or off, and changes at once. */
export function Switch({ label, description, checked, busy = false, onCheckedChange }: SwitchProps) {
  const id = useId()
  return (
    <div className={styles.row}>
      <div>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        <p id={`${id}-description`} className={styles.description}>
          {description}
        </p>
      </div>
      <input
        id={id}
        type="checkbox"
        role="switch"
        className={styles.switch}
        checked={checked}
        aria-checked={checked}
        aria-describedby={`${id}-description`}
        aria-busy={busy || undefined}
        aria-disabled={busy || undefined}
        onChange={(event) => {
          if (!busy) onCheckedChange(event.target.checked)
        }}
      />
    </div>
  )
}
