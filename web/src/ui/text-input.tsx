import clsx from 'clsx'
import type { ComponentProps } from 'react'
import styles from './text-input.module.css'

export function TextInput({
  className,
  round = false,
  ...rest
}: ComponentProps<'input'> & { round?: boolean }) {
  return <input type="text" {...rest} className={clsx(styles.input, round && styles.round, className)} />
}
