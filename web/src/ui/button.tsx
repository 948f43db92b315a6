import clsx from 'clsx'
import type { ComponentProps, MouseEvent } from 'react'
import styles from './button.module.css'
import { Spinner } from './spinner.tsx'

/** `main` is the one thing to do on a surface; `danger` destroys; `quiet` stays out of the way. */
export type ButtonVariant = 'main' | 'plain' | 'quiet' | 'danger' | 'dark'
export type ButtonSize = 'm' | 'l'

type ButtonLook = { variant?: ButtonVariant; size?: ButtonSize; wide?: boolean }

/** The classes of a button, for what is a link but looks like one. */
export function buttonClass(
  { variant = 'plain', size = 'm', wide = false }: ButtonLook,
  className?: string,
): string {
  return clsx(styles.button, styles[variant], size === 'l' && styles.large, wide && styles.wide, className)
}

export type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    /** While true the button shows that it works and does nothing when pressed; it keeps the focus. */
    busy?: boolean | undefined
    /** What it reads meanwhile; its own text where absent. */
    busyText?: string | undefined
  }

/** A button, `type="button"` unless said otherwise. */
export function Button({
  variant,
  size,
  wide,
  busy = false,
  busyText,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => (busy ? event.preventDefault() : onClick?.(event))
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass(
        { ...(variant && { variant }), ...(size && { size }), ...(wide && { wide }) },
        className,
      )}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={press}
    >
      {busy && <Spinner />}
      {busy ? (busyText ?? children) : children}
    </button>
  )
}
