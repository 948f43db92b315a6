import { Link, type LinkProps } from 'react-router-dom'
import { type ButtonSize, type ButtonVariant, buttonClass } from './button.tsx'

type ButtonLinkProps = LinkProps & {
  variant?: ButtonVariant
  size?: ButtonSize
  wide?: boolean
}

/** A link to another page that looks like a button. */
export function ButtonLink({
  variant = 'plain',
  size = 'm',
  wide = false,
  className,
  ...rest
}: ButtonLinkProps) {
  return <Link {...rest} className={buttonClass({ variant, size, wide }, className)} />
}
