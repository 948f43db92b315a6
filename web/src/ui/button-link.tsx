import { Link, type LinkProps } from 'react-router-dom'
import { type ButtonSize, type ButtonVariant, buttonClass, primaryMark } from './button.tsx'

type ButtonLinkProps = LinkProps & {
  variant?: ButtonVariant
  size?: ButtonSize
  wide?: boolean
}

export function ButtonLink({
  variant = 'plain',
  size = 'm',
  wide = false,
  className,
  ...rest
}: ButtonLinkProps) {
  return (
    <Link {...rest} {...primaryMark(variant)} className={buttonClass({ variant, size, wide }, className)} />
  )
}
