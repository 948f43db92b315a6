import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'
import styles from './ticket.module.css'

type TicketProps = ComponentProps<'article'> & {
  stub?: ReactNode
}

export function Ticket({ stub, className, children, ...rest }: TicketProps) {
  return (
    <article {...rest} className={clsx(styles.ticket, className)}>
      <div className={clsx(styles.body, stub && styles.torn)}>{children}</div>
      {stub && <div className={clsx(styles.stub, 'buttons')}>{stub}</div>}
    </article>
  )
}
