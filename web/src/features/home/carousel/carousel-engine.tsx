import Autoplay from 'embla-carousel-autoplay'
import useEmblaCarousel from 'embla-carousel-react'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { REDUCED_MOTION, useMediaQuery } from '../../../lib/use-media-query.ts'

type CarouselEngineProps = {
  /** The box through which the slides are seen; its only child holds them. */
  viewport: HTMLElement
  index: number
  onIndexChange: (index: number) => void
  /** How long each slide stays before the next comes by itself; null where none does. */
  autoplayMs: number | null
  /** A finger or a pointer has taken hold of the slides. */
  onGrab: () => void
}

/** What moves the slides of a carousel. It draws nothing. */
export function CarouselEngine({ viewport, index, onIndexChange, autoplayMs, onGrab }: CarouselEngineProps) {
  const isStill = useMediaQuery(REDUCED_MOTION)
  const plugins = useMemo(() => (autoplayMs === null ? [] : [Autoplay({ delay: autoplayMs })]), [autoplayMs])
  const [attach, embla] = useEmblaCarousel(
    { loop: true, align: 'start', duration: isStill ? 0 : 20, watchFocus: false },
    plugins,
  )
  useEffect(() => attach(viewport), [attach, viewport])

  const startHere = useEffectEvent(() => embla?.scrollTo(index, true))
  const tellIndex = useEffectEvent(() => embla && onIndexChange(embla.selectedScrollSnap()))
  const tellGrab = useEffectEvent(() => onGrab())
  useEffect(() => {
    if (!embla) return
    startHere()
    const [onSelect, onPointerDown] = [() => tellIndex(), () => tellGrab()]
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
