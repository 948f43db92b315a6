import clsx from 'clsx'
import { NavLink } from 'react-router-dom'
import styles from './tabs.module.css'

type LinkTabsProps = {
  label: string
  tabs: readonly { to: string; label: string }[]
}

/** Tabs that are pages of their own. */
export function LinkTabs({ label, tabs }: LinkTabsProps) {
  return (
    <nav aria-label={label} className={styles.links}>
      {tabs.map((tab) => (
        <NavLink key={tab.to} to={tab.to} replace className={clsx(styles.tab)}>
          {tab.label}
        </NavLink>
      ))}
    </nav>
  )
}
