import clsx from 'clsx'
import { type MouseEvent, type ReactNode, useEffect, useState } from 'react'
import { t } from '../../../lib/words/texts.ts'
import { focusSection } from '../../../ui/focus-section.ts'
import styles from './section-bar.module.css'

export type Section = { id: string; label: string }

type SectionBarProps = {
  sections: readonly Section[]
  /** The id of what the lead repeats, which is shown once that is out of sight. */
  head: string
  lead: ReactNode
}

/** The parts of a long page: it stays at the top and scrolls to them. */
export function SectionBar({ sections, head, lead }: SectionBarProps) {
  const ids = sections.map(({ id }) => id).join(' ')
  const [current, setCurrent] = useState(sections[0]?.id)
  const [isPast, setIsPast] = useState(false)
  useEffect(() => {
    const inBand = new Set<string>()
    return observe(ids.split(' '), '-80px 0px -60% 0px', ({ target, isIntersecting }) => {
      if (isIntersecting) inBand.add(target.id)
      else inBand.delete(target.id)
      const first = ids.split(' ').find((id) => inBand.has(id))
      // Above the first is what belongs to none.
      if (first || scrollY < 80) setCurrent(first ?? ids.split(' ')[0])
    })
  }, [ids])
  useEffect(
    () =>
      observe([head], '-60px 0px 0px', ({ target, isIntersecting }) =>
        setIsPast(!isIntersecting && target.getBoundingClientRect().top <= 0),
      ),
    [head],
  )
  const goTo = (event: MouseEvent, id: string) => {
    event.preventDefault()
    const section = document.getElementById(id)
    section?.scrollIntoView()
    focusSection(section)
    setCurrent(id)
  }
  return (
    <nav aria-label={t('live.parts')} className={clsx(styles.bar, 'row wraps')}>
      {isPast && lead && <p className={styles.lead}>{lead}</p>}
      {sections.map(({ id, label }) => (
        <a
          key={id}
          href={`#${id}`}
          aria-current={id === current ? 'true' : undefined}
          className={clsx(styles.section, 'stack soft')}
          onClick={(event) => goTo(event, id)}
        >
          {label}
        </a>
      ))}
    </nav>
  )
}

function observe(
  ids: readonly string[],
  rootMargin: string,
  onChange: (entry: IntersectionObserverEntry) => void,
): () => void {
  const observer = new IntersectionObserver((entries) => entries.forEach(onChange), { rootMargin })
  for (const id of ids) {
    const element = document.getElementById(id)
    if (element) observer.observe(element)
  }
  return () => observer.disconnect()
}
