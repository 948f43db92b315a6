import clsx from 'clsx'
import type { ComponentProps } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
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

/** One of several addresses of a page. */
export function ChipLink({ on, className, ...rest }: LinkProps & { on: boolean }) {
  return (
    <Link
      aria-current={on ? 'page' : undefined}
      {...rest}
      className={clsx(styles.chip, on && styles.on, className)}
    />
  )
}
