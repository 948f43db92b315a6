import Autoplay from 'embla-carousel-autoplay'
import useEmblaCarousel from 'embla-carousel-react'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { REDUCED_MOTION, useMediaQuery } from '../../../lib/hooks/use-media-query.ts'

type CarouselEngineProps = {
  /** Its only child holds the slides. */
  viewport: HTMLElement
  index: number
  onIndexChange: (index: number) => void
  autoplayMs: number | null
  onGrab: () => void
}

export function CarouselEngine({ viewport, index, onIndexChange, autoplayMs, onGrab }: CarouselEngineProps) {
  const isReduced = useMediaQuery(REDUCED_MOTION)
  const plugins = useMemo(() => (autoplayMs === null ? [] : [Autoplay({ delay: autoplayMs })]), [autoplayMs])
  const [attach, embla] = useEmblaCarousel(
    { loop: true, align: 'start', duration: isReduced ? 0 : 20, watchFocus: false },
    plugins,
  )
  useEffect(() => attach(viewport), [attach, viewport])

  const start = useEffectEvent(() => embla?.scrollTo(index, true))
  const reportIndex = useEffectEvent(() => embla && onIndexChange(embla.selectedScrollSnap()))
  const reportGrab = useEffectEvent(() => onGrab())
  useEffect(() => {
    if (!embla) return
    start()
    const [onSelect, onPointerDown] = [() => reportIndex(), () => reportGrab()]
    embla.on('select', onSelect).on('pointerDown', onPointerDown)
    return () => {
      embla.off('select', onSelect).off('pointerDown', onPointerDown)
    }
  }, [embla])
  useEffect(() => {
    if (embla && embla.selectedScrollSnap() !== index) embla.scrollTo(index)
  }, [embla, index])
  return null
}
