import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import styles from './menu.module.css'

type MenuProps = {
  trigger: ReactNode
  defaultOpen?: boolean
  children: ReactNode
}

export function Menu({ trigger, defaultOpen = false, children }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false} defaultOpen={defaultOpen}>
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

export function MenuLink({ icon, to, children }: { icon?: ReactNode; to: string; children: ReactNode }) {
  return (
    <DropdownMenu.Item asChild>
      <Link to={to} className={styles.item}>
        {icon}
        {children}
      </Link>
    </DropdownMenu.Item>
  )
}

export function MenuSeparator() {
  return <DropdownMenu.Separator className={styles.separator} />
}
