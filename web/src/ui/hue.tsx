import type { Category } from '@called-it/shared/game/points'
import type { SetName } from '@called-it/shared/game/setlist'
import clsx from 'clsx'
import type { ComponentProps } from 'react'
import styles from './hue.module.css'

type Tone = 'soft' | 'info' | 'strong' | 'warning' | 'good' | 'danger' | 'gold' | 'silver'

/** Sets `--hue` and `--hue-wash` on an element. */
export function hueClass(hue: SetName | Category | Tone): string | undefined {
  return styles[hue]
}

export function SetHue({ set, className, ...rest }: ComponentProps<'div'> & { set: SetName }) {
  return <div {...rest} className={clsx(hueClass(set), className)} />
}
