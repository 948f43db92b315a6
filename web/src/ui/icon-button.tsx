import clsx from 'clsx'
import type { ComponentProps } from 'react'
import styles from './icon-button.module.css'

type IconButtonProps = ComponentProps<'button'> & {
  /** What it does, for those who cannot see the icon, and as a tooltip. */
  label: string
  /** `bare` has no face until it is pointed at. */
  look?: 'round' | 'bare'
}

/** A button that is an icon, 44 px each way. */
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
