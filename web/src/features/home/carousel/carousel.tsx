import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { lazyModule, useLazyModule } from '../../../lib/lazy-module.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import styles from './carousel.module.css'

const engine = lazyModule(() => import('./carousel-engine.tsx'))

export type Slide = {
  key: number | string
  /** What is on it, in the words that are read out when it comes. */
  label: string
  content: ReactNode
}

type CarouselProps = {
  /** What the slides are, as in `recent shows`. */
  label: string
  slides: readonly Slide[]
  /** The first slide in sight. */
  index: number
  onIndexChange: (index: number) => void
  /** How many are in sight at once. */
  perView?: number
  /** How long each slide stays before the next comes by itself; null where none does. */
  autoplayMs?: number | null
  /** A finger or a pointer has taken hold of the slides. */
  onGrab?: () => void
}

/**
 * Slides in a loop, moved by finger, pointer or {@link CarouselArrows}. Those out of sight cannot be reached.
 * The slides stand before the code that moves them is here.
 */
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
  const moves = slides.length > perView
  const code = useLazyModule(engine, moves)
  const size: CSSProperties & Record<'--per-view' | '--index', number> = {
    '--per-view': perView,
    '--index': index,
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div role="group" aria-roledescription="carousel" aria-label={label} style={size}>
      <p className="visually-hidden" aria-live={autoplayMs === null ? 'polite' : 'off'}>
        {moves && `${slides[index]?.label}, ${index + 1} of ${slides.length}`}
      </p>
      <div ref={setViewport} className={styles.viewport} data-waiting={!(moves && code) || undefined}>
        <div className={styles.track}>
          {slides.map(({ key, content }, position) => {
            const isInSight = (position - index + slides.length) % slides.length < perView
            return (
              // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
              <div
                key={key}
                role="group"
                aria-roledescription="slide"
                aria-label={`${position + 1} of ${slides.length}`}
                // Both: not every tool that reads a page knows `inert`.
                inert={!isInSight}
                aria-hidden={!isInSight || undefined}
                className={styles.slide}
              >
                {content}
              </div>
            )
          })}
        </div>
      </div>
      {moves && code && viewport && (
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
  /** One slide, as in `show`. */
  what: string
  index: number
  count: number
  onTurn: (index: number) => void
}

/** The buttons to the previous and the next slide; after the last comes the first. */
export function CarouselArrows({ what, index, count, onTurn }: CarouselArrowsProps) {
  return (
    <>
      <IconButton label={`previous ${what}`} onClick={() => onTurn((index - 1 + count) % count)}>
        <ChevronLeft aria-hidden />
      </IconButton>
      <IconButton label={`next ${what}`} onClick={() => onTurn((index + 1) % count)}>
        <ChevronRight aria-hidden />
      </IconButton>
    </>
  )
}
