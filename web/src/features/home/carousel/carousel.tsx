import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { lazyModule, useLazyModule } from '../../../lib/lazy-module.ts'
import { t } from '../../../lib/words/texts.ts'
import { passFocusOn } from '../../../ui/focus-section.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import styles from './carousel.module.css'

const engine = lazyModule(() => import('./carousel-engine.tsx'))

export type Slide = {
  key: number | string
  /** Read out when the slide comes into view. */
  label: string
  content: ReactNode
}

type CarouselProps = {
  label: string
  slides: readonly Slide[]
  /** The first visible slide. */
  index: number
  onIndexChange: (index: number) => void
  perView?: number
  autoplayMs?: number | null
  onGrab?: () => void
}

/** Slides in a loop; hidden ones are inert. They render before the code that moves them has loaded. */
export function Carousel({
  label,
  slides,
  index,
  onIndexChange,
  perView = 1,
  autoplayMs = null,
  onGrab = () => {},
}: CarouselProps) {
  const [viewport, setViewport] = useState<HTMLElement | null>(null)
  const canMove = slides.length > perView
  const placeOf = (position: number) => t('home.of', { part: position + 1, all: slides.length })
  const code = useLazyModule(engine, canMove)
  const size: CSSProperties & Record<'--per-view' | '--index', number> = {
    '--per-view': perView,
    '--index': index,
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div role="group" aria-roledescription={t('home.carousel')} aria-label={label} style={size}>
      <p className="visually-hidden" aria-live={autoplayMs === null ? 'polite' : 'off'}>
        {canMove && `${slides[index]?.label}, ${placeOf(index)}`}
      </p>
      <div ref={setViewport} className={styles.viewport} data-waiting={!(canMove && code) || undefined}>
        <div className={styles.track}>
          {slides.map(({ key, content }, position) => {
            const isVisible = (position - index + slides.length) % slides.length < perView
            return (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
              <div
                key={key}
                ref={passFocusOn}
                role="group"
                aria-roledescription={t('home.slide')}
                aria-label={placeOf(position)}
                // Both, because some screen readers ignore `inert`.
                inert={!isVisible}
                aria-hidden={!isVisible || undefined}
                className={styles.slide}
              >
                {content}
              </div>
            )
          })}
        </div>
      </div>
      {canMove && code && viewport && (
        <code.CarouselEngine
          viewport={viewport}
          index={index}
          onIndexChange={onIndexChange}
          autoplayMs={autoplayMs}
          onGrab={onGrab}
        />
      )}
    </div>
  )
}

type CarouselArrowsProps = {
  slides: 'show' | 'rule'
  index: number
  count: number
  onTurn: (index: number) => void
  children?: ReactNode
}

export function CarouselArrows({ slides: what, index, count, onTurn, children }: CarouselArrowsProps) {
  return (
    <>
      <IconButton label={t('home.previous', { what })} onClick={() => onTurn((index - 1 + count) % count)}>
        <ChevronLeft aria-hidden />
      </IconButton>
      {children}
      <IconButton label={t('home.next', { what })} onClick={() => onTurn((index + 1) % count)}>
        <ChevronRight aria-hidden />
      </IconButton>
    </>
  )
}
