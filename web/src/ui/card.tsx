import clsx from 'clsx'
import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './card.module.css'

type CardProps = Omit<ComponentProps<'section'>, 'title'> & {
  /** Its name: a heading, and the name of the region. */
  heading?: ReactNode
  /** A few quiet words after the heading (a count, a date). */
  note?: ReactNode
  /** What stands at the far end of the heading: buttons, a badge. */
  aside?: ReactNode
  headingLevel?: 1 | 2 | 3
  /** `light` is the poster: amber, for one card of a page at most. */
  tone?: 'panel' | 'raised' | 'light'
}

/** A surface with a heading. */
export function Card({
  heading,
  note,
  aside,
  headingLevel = 2,
  tone = 'panel',
  className,
  children,
  ...rest
}: CardProps) {
  const id = useId()
  const Heading = `h${headingLevel}` as const
  return (
    <section
      aria-labelledby={heading ? id : undefined}
      {...rest}
      className={clsx(styles.card, styles[tone], className)}
    >
      {(heading || aside) && (
        <div className={styles.head}>
          {heading && (
            <Heading id={id} className={styles.heading}>
              {heading}
              {note && <small className={styles.note}>{note}</small>}
            </Heading>
          )}
          {aside && <div className={styles.aside}>{aside}</div>}
        </div>
      )}
      {children}
    </section>
  )
}
