import clsx from 'clsx'
import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './card.module.css'

type CardProps = Omit<ComponentProps<'section'>, 'title'> & {
  /** Also the accessible name of the region. */
  heading?: ReactNode
  note?: ReactNode
  aside?: ReactNode
  headingLevel?: 1 | 2 | 3
}

export function Card({ heading, note, aside, headingLevel = 2, className, children, ...rest }: CardProps) {
  const id = useId()
  const Heading = `h${headingLevel}` as const
  return (
    <section aria-labelledby={heading ? id : undefined} {...rest} className={clsx(styles.card, className)}>
      {(heading || aside) && (
        <div className={clsx(styles.head, 'row wraps')}>
          {heading && (
            <Heading id={id} className={styles.heading}>
              {heading}
              {/* The space keeps them apart in the accessible name. */}
              {(note || note === 0) && (
                <>
                  {' '}
                  <small className={styles.note}>{note}</small>
                </>
              )}
            </Heading>
          )}
          {aside && <div className={clsx(styles.aside, 'buttons')}>{aside}</div>}
        </div>
      )}
      {children}
    </section>
  )
}
