import { Check } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import styles from './menu.module.css'

type MenuProps = {
  trigger: ReactNode
  children: ReactNode
}

export function Menu({ trigger, children }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      {/* Not in a portal, so that screen readers find the list next to its button. */}
      <DropdownMenu.Content align="end" sideOffset={8} collisionPadding={12} className={styles.menu}>
        {children}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  )
}

export function MenuHeading({ children }: { children: ReactNode }) {
  return <DropdownMenu.Label className={styles.heading}>{children}</DropdownMenu.Label>
}

export function MenuItem({
  icon,
  onSelect,
  children,
}: {
  icon?: ReactNode
  onSelect: (event: Event) => void
  children: ReactNode
}) {
  return (
    <DropdownMenu.Item className={styles.item} onSelect={onSelect}>
      {icon}
      {children}
    </DropdownMenu.Item>
  )
}

type MenuLinkProps = {
  icon?: ReactNode
  to: string
  /** No page of the client. */
  isFile?: boolean | undefined
  children: ReactNode
}

export function MenuLink({ icon, to, isFile = false, children }: MenuLinkProps) {
  return (
    <DropdownMenu.Item asChild>
      <Link to={to} reloadDocument={isFile} className={styles.item}>
        {icon}
        {children}
      </Link>
    </DropdownMenu.Item>
  )
}

type MenuSwitchProps = {
  checked: boolean
  onCheckedChange: (checked: boolean) => void
  children: ReactNode
}

export function MenuSwitch({ children, ...rest }: MenuSwitchProps) {
  return (
    <DropdownMenu.CheckboxItem {...rest} className={styles.item}>
      <Check aria-hidden data-on={rest.checked || undefined} className={styles.check} />
      {children}
    </DropdownMenu.CheckboxItem>
  )
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className={styles.separator} />
}
