import clsx from 'clsx'
import type { ComponentProps } from 'react'
import styles from './text-input.module.css'

/** A choice of native options. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return <select {...rest} className={clsx(styles.input, className)} />
}
