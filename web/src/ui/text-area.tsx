import clsx from 'clsx'
import type { ComponentProps } from 'react'
import styles from './text-input.module.css'

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea {...rest} className={clsx(styles.input, styles.lines, className)} />
}
