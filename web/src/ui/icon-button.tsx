import clsx from 'clsx'
import type { ComponentProps } from 'react'
import styles from './icon-button.module.css'

type IconButtonProps = ComponentProps<'button'> & {
  /** For screen readers and the tooltip. */
  label: string
  /** `bare` has no background until hovered. */
  look?: 'round' | 'bare'
}

/** Of a link that looks like a `bare` one. */
export const BARE_ICON = clsx(styles.iconButton, styles.bare)

export function IconButton({ label, look = 'round', className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...rest}
      className={clsx(styles.iconButton, styles[look], className)}
    />
  )
}
