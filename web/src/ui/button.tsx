import clsx from 'clsx'
import type { ComponentProps, MouseEvent } from 'react'
import styles from './button.module.css'
import { Spinner } from './spinner.tsx'

/** `main` at most once on a page; `danger` for what destroys. */
export type ButtonVariant = 'main' | 'plain' | 'quiet' | 'danger'
export type ButtonSize = 'm' | 'l'

type ButtonLook = { variant?: ButtonVariant; size?: ButtonSize; wide?: boolean }

export function buttonClass(
  { variant = 'plain', size = 'm', wide = false }: ButtonLook,
  className?: string,
): string {
  return clsx(styles.button, styles[variant], size === 'l' && styles.large, wide && styles.wide, className)
}

/** Counted by tests: a page has one primary action at most. */
export function primaryMark(variant?: ButtonVariant) {
  return variant === 'main' ? { 'data-primary': true } : {}
}

export type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    /** Shows a spinner and ignores presses, but keeps the focus. */
    busy?: boolean | undefined
    /** The label while busy; by default the button's own. */
    busyText?: string | undefined
  }

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
      {...primaryMark(variant)}
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
