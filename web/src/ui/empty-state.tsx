import clsx from 'clsx'
import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

type EmptyStateProps = {
  title: ReactNode
  children?: ReactNode
  action?: ReactNode
  drawing?: 'stage' | 'unplugged'
}

export function EmptyState({ title, children, action, drawing = 'stage' }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {drawing === 'stage' ? <EmptyStage /> : <Unplugged />}
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.words}>{children}</div>}
      {action && <div className={clsx(styles.action, 'buttons')}>{action}</div>}
    </div>
  )
}

function EmptyStage() {
  return (
    <svg viewBox="0 0 160 96" className={styles.drawing} aria-hidden="true">
      <path d="M80 0 36 84h88z" className={styles.beam} />
      <ellipse cx="80" cy="85" rx="46" ry="8" className={styles.pool} />
      <g className={styles.lines}>
        <path d="M80 84V46M68 85h24" />
        <rect x="74" y="28" width="12" height="18" rx="6" className={styles.solid} />
      </g>
    </svg>
  )
}

function Unplugged() {
  return (
    <svg viewBox="0 0 160 96" className={styles.drawing} aria-hidden="true">
      <ellipse cx="80" cy="85" rx="52" ry="7" className={styles.pool} />
      <g className={styles.lines}>
        <path d="M8 62c26 0 22-26 44-26h12" />
        <path d="M64 27h8a9 9 0 0 1 0 18h-8zM81 31h7M81 41h7" />
        <path d="M152 62c-22 0-20-26-40-26h-6" />
        <path d="M106 27v18h-8V27z" className={styles.solid} />
      </g>
    </svg>
  )
}
