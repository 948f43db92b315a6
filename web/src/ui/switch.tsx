import { type ReactNode, useId } from 'react'
import styles from './switch.module.css'

type SwitchProps = {
  label: ReactNode
  description?: ReactNode
  checked: boolean
  /** Ignores presses, but keeps the focus. */
  busy?: boolean
  onCheckedChange: (checked: boolean) => void
}

export function Switch({ label, description, checked, busy = false, onCheckedChange }: SwitchProps) {
  const id = useId()
  return (
    <div className={styles.row}>
      <div>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {description && (
          <p id={`${id}-description`} className="soft small">
            {description}
          </p>
        )}
      </div>
      <input
        id={id}
        type="checkbox"
        role="switch"
        className={styles.switch}
        checked={checked}
        aria-checked={checked}
        aria-describedby={description ? `${id}-description` : undefined}
        aria-busy={busy || undefined}
        aria-disabled={busy || undefined}
        onChange={(event) => {
          if (!busy) onCheckedChange(event.target.checked)
        }}
      />
    </div>
  )
}
