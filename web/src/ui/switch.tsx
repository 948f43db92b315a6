import { Switch as RadixSwitch } from 'radix-ui'
import { type ReactNode, useId } from 'react'
import styles from './switch.module.css'

type SwitchProps = {
  label: ReactNode
  description?: ReactNode
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  disabled?: boolean
}

/** Something that is on or off, and takes effect at once. */
export function Switch({ label, description, ...control }: SwitchProps) {
  const id = useId()
  return (
    <div className={styles.row}>
      <div>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        {description && (
          <p id={`${id}-description`} className={styles.description}>
            {description}
          </p>
        )}
      </div>
      <RadixSwitch.Root
        id={id}
        aria-describedby={description ? `${id}-description` : undefined}
        className={styles.switch}
        {...control}
      >
        <RadixSwitch.Thumb className={styles.thumb} />
      </RadixSwitch.Root>
    </div>
  )
}
