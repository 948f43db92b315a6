import clsx from 'clsx'
import type { ComponentProps } from 'react'
import styles from './badge.module.css'
import { hueClass } from './hue.tsx'

type BadgeProps = ComponentProps<'span'> & {
  tone?: 'soft' | 'strong' | 'good' | 'danger' | 'gold' | 'silver'
}

export function Badge({ tone = 'soft', className, ...rest }: BadgeProps) {
  return <span {...rest} className={clsx(styles.badge, 'edged', hueClass(tone), className)} />
}
