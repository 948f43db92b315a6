import clsx from 'clsx'
import { CircleCheck, CircleX, Info, TriangleAlert } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { hueClass } from './hue.tsx'
import styles from './notice.module.css'

const ICONS = { good: CircleCheck, info: Info, warning: TriangleAlert, danger: CircleX } as const

type NoticeProps = Omit<ComponentProps<'div'>, 'title'> & {
  tone?: keyof typeof ICONS
  title?: ReactNode
  action?: ReactNode
}

/** Give it `role="status"` or `role="alert"` when it appears while the page is open. */
export function Notice({ tone = 'info', title, action, className, children, ...rest }: NoticeProps) {
  const Icon = ICONS[tone]
  return (
    <div {...rest} className={clsx(styles.notice, hueClass(tone), className)}>
      <Icon aria-hidden className={styles.icon} />
      <div className={styles.words}>
        {title && <p className="semibold">{title}</p>}
        {children}
        {action && <div className={clsx(styles.action, 'buttons')}>{action}</div>}
      </div>
    </div>
  )
}
