import type { Category } from '@called-it/shared/game/scoring'
import type { SetName } from '@called-it/shared/game/setlist'
import clsx from 'clsx'
import type { ComponentProps } from 'react'
import styles from './hue.module.css'

/** The class that gives `--hue` and `--hue-wash` of a set to an element and all that is in it. */
export function setHueClass(set: SetName): string | undefined {
  return styles[set]
}

/** The same of a scoring category. */
export function categoryHueClass(category: Category): string | undefined {
  return styles[category]
}

/** A box in whose styles `var(--hue)` and `var(--hue-wash)` are those of a set. */
export function SetHue({ set, className, ...rest }: ComponentProps<'div'> & { set: SetName }) {
  return <div {...rest} className={clsx(setHueClass(set), className)} />
}
