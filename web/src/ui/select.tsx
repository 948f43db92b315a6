import clsx from 'clsx'
import type { ComponentProps } from 'react'
import styles from './text-input.module.css'

/** The browser's own list of options, in our clothes; takes `<option>`s. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return <select {...rest} className={clsx(styles.input, className)} />
}
