import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './switch.module.css'

type SwitchState = {
  checked: boolean
  /** Ignores presses, but keeps the focus. */
  busy?: boolean
  onCheckedChange: (checked: boolean) => void
}

type SwitchProps = SwitchState & { label: ReactNode; description?: ReactNode }

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
      <SwitchInput
        id={id}
        aria-describedby={description ? `${id}-description` : undefined}
        checked={checked}
        busy={busy}
        onCheckedChange={onCheckedChange}
      />
    </div>
  )
}

type SwitchInputProps = SwitchState & Pick<ComponentProps<'input'>, 'id' | 'aria-label' | 'aria-describedby'>

/** Without a visible label, for the cell of a table. */
export function SwitchInput({ checked, busy = false, onCheckedChange, ...named }: SwitchInputProps) {
  return (
    <input
      {...named}
      type="checkbox"
      role="switch"
      className={styles.switch}
      checked={checked}
      aria-checked={checked}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onChange={(event) => {
        if (!busy) onCheckedChange(event.target.checked)
      }}
    />
  )
}
