import clsx from 'clsx'
import type { ComponentProps } from 'react'
import styles from './badge.module.css'

type BadgeProps = ComponentProps<'span'> & {
  tone?: 'soft' | 'light' | 'good' | 'danger' | 'gold' | 'silver' | 'bronze'
}

export function Badge({ tone = 'soft', className, ...rest }: BadgeProps) {
  return <span {...rest} className={clsx(styles.badge, styles[tone], className)} />
}
