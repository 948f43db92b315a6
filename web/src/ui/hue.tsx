import type { Category } from '@called-it/shared/game/scoring'
import type { SetName } from '@called-it/shared/game/setlist'
import clsx from 'clsx'
import type { ComponentProps } from 'react'
import styles from './hue.module.css'

/** Sets `--hue` and `--hue-wash` of a set on an element. */
export function setHueClass(set: SetName): string | undefined {
  return styles[set]
}

/** Sets `--hue` and `--hue-wash` of a scoring category. */
export function categoryHueClass(category: Category): string | undefined {
  return styles[category]
}

export function SetHue({ set, className, ...rest }: ComponentProps<'div'> & { set: SetName }) {
  return <div {...rest} className={clsx(setHueClass(set), className)} />
}
