import clsx from 'clsx'
import type { ComponentProps } from 'react'
import styles from './chip.module.css'

export function Chip({ on, className, ...rest }: ComponentProps<'button'> & { on: boolean }) {
  return (
    <button
      type="button"
      aria-pressed={on}
      {...rest}
      className={clsx(styles.chip, on && styles.on, className)}
    />
  )
}
