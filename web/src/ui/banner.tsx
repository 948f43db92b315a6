import clsx from 'clsx'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './banner.module.css'

type BannerProps = {
  /** For style sheets. */
  kind: 'install' | 'play along' | 'unsent draft'
  /** The name of the landmark. */
  label: string
  Icon: LucideIcon
  words: ReactNode
  actions: ReactNode
  /** Above every page, and without a place in it: nothing moves when it appears. */
  isFixed?: boolean
}

/** At the bottom of the screen. */
export function Banner({ kind, label, Icon, words, actions, isFixed = false }: BannerProps) {
  return (
    <aside
      aria-label={label}
      className={clsx(styles.banner, 'row-3', isFixed && styles.fixed)}
      data-banner={kind}
    >
      <Icon aria-hidden className={styles.icon} />
      <div className={styles.words}>{words}</div>
      <div className={clsx(styles.actions, 'row')}>{actions}</div>
    </aside>
  )
}
