import { type Category, POINTS } from '@called-it/shared/game/points'
import clsx from 'clsx'
import { Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { PHONE } from '../../../lib/browser/screen-sizes.ts'
import { REDUCED_MOTION, useMediaQuery } from '../../../lib/hooks/use-media-query.ts'
import { Card } from '../../../ui/card.tsx'
import { CategoryIcon } from '../../../ui/category-icon.tsx'
import { CATEGORY_LABELS } from '../../../ui/category-labels.ts'
import { hueClass } from '../../../ui/hue.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Carousel, CarouselArrows } from '../carousel/carousel.tsx'
import styles from './scoring-rules.module.css'

const AUTOPLAY_MS = 4000

export function ScoringRulesCard() {
  const isPhone = useMediaQuery(PHONE)
  return (
    <Card heading="how scoring works">
      {isPhone ? (
        <ScoringRulesCarousel />
      ) : (
        <ul className={styles.rules}>
          {CATEGORY_LABELS.map(([category, label]) => (
            <Rule key={category} category={category} label={label} />
          ))}
        </ul>
      )}
      <p className={clsx(styles.closer, 'soft small')}>
        a closer after slot 8 cannot be hit: the show may be longer than your card.
      </p>
    </Card>
  )
}

function Rule({ category, label }: { category: Category; label: string }) {
  return (
    <li className={clsx(styles.rule, hueClass(category))}>
      <CategoryIcon category={category} />
      <span>{label}</span>
      <b className={styles.points}>
        {POINTS[category]}
        <span className="visually-hidden"> points</span>
      </b>
    </li>
  )
}

/** Autoplay stops when the user drags, turns or pauses the slides, and never runs with reduced motion. */
function ScoringRulesCarousel() {
  const mayPlay = !useMediaQuery(REDUCED_MOTION)
  const [isPaused, setIsPaused] = useState(false)
  const [index, setIndex] = useState(0)
  const isPlaying = mayPlay && !isPaused
  const pause = () => setIsPaused(true)

  return (
    <>
      <Carousel
        label="how scoring works"
        index={index}
        onIndexChange={setIndex}
        autoplayMs={isPlaying ? AUTOPLAY_MS : null}
        onGrab={pause}
        slides={CATEGORY_LABELS.map(([category, label]) => ({
          key: category,
          label: `${label}: ${POINTS[category]} points`,
          content: (
            <div className={clsx(styles.slide, 'stack-3', hueClass(category))}>
              <CategoryIcon category={category} />
              <p className={styles.slideLabel}>{label}</p>
              <p className={styles.slidePoints}>
                {POINTS[category]} <span className={styles.unit}>points</span>
              </p>
            </div>
          ),
        }))}
      />
      <div className={clsx(styles.controls, 'row')}>
        {mayPlay && (
          <IconButton
            label={isPlaying ? 'pause' : 'play'}
            look="bare"
            onClick={() => setIsPaused((paused) => !paused)}
          >
            {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
          </IconButton>
        )}
        <span aria-hidden className={styles.dots}>
          {CATEGORY_LABELS.map(([category], position) => (
            <span
              key={category}
              className={clsx(styles.dot, hueClass(category), position === index && styles.lit)}
            />
          ))}
        </span>
        <CarouselArrows
          what="rule"
          index={index}
          count={CATEGORY_LABELS.length}
          onTurn={(next) => {
            pause()
            setIndex(next)
          }}
        />
      </div>
    </>
  )
}
