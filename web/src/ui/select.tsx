import clsx from 'clsx'
import type { ComponentProps } from 'react'
import styles from './text-input.module.css'

export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return <select {...rest} className={clsx(styles.input, className)} />
}
