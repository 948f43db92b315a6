import { type Category, POINTS } from '@called-it/shared/game/points'
import clsx from 'clsx'
import { Pause, Play } from 'lucide-react'
import { useState } from 'react'
import { PHONE } from '../../../lib/browser/screen-sizes.ts'
import { REDUCED_MOTION, useMediaQuery } from '../../../lib/hooks/use-media-query.ts'
import { t } from '../../../lib/words/texts.ts'
import { Card } from '../../../ui/card.tsx'
import { CategoryIcon } from '../../../ui/category-icon.tsx'
import { categoryLabels } from '../../../ui/category-labels.ts'
import { hueClass } from '../../../ui/hue.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Carousel, CarouselArrows } from '../carousel/carousel.tsx'
import styles from './scoring-rules.module.css'

const AUTOPLAY_MS = 4000

export function ScoringRulesCard() {
  const isPhone = useMediaQuery(PHONE)
  return (
    <Card heading={t('score.how')}>
      {isPhone ? (
        <ScoringRulesCarousel />
      ) : (
        <ul className={styles.rules}>
          {categoryLabels().map(([category, label]) => (
            <Rule key={category} category={category} label={label} />
          ))}
        </ul>
      )}
      <p className={clsx(styles.closer, 'soft small')}>{t('score.closer')}</p>
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
        <span className="visually-hidden"> {t('score.points', { count: POINTS[category] })}</span>
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
        label={t('score.how')}
        index={index}
        onIndexChange={setIndex}
        autoplayMs={isPlaying ? AUTOPLAY_MS : null}
        onGrab={pause}
        slides={categoryLabels().map(([category, label]) => ({
          key: category,
          label: t('score.rule', { rule: label, points: POINTS[category] }),
          content: (
            <div className={clsx(styles.slide, 'stack-3', hueClass(category))}>
              <CategoryIcon category={category} />
              <p className={styles.slideLabel}>{label}</p>
              <p className={styles.slidePoints}>
                {POINTS[category]}{' '}
                <span className={styles.unit}>{t('score.points', { count: POINTS[category] })}</span>
              </p>
            </div>
          ),
        }))}
      />
      <div className={clsx(styles.controls, 'row')}>
        {mayPlay && (
          <IconButton
            label={t(isPlaying ? 'score.pause' : 'score.play')}
            look="bare"
            onClick={() => setIsPaused((paused) => !paused)}
          >
            {isPlaying ? <Pause aria-hidden /> : <Play aria-hidden />}
          </IconButton>
        )}
        <span aria-hidden className={styles.dots}>
          {categoryLabels().map(([category], position) => (
            <span
              key={category}
              className={clsx(styles.dot, hueClass(category), position === index && styles.lit)}
            />
          ))}
        </span>
        <CarouselArrows
          slides="rule"
          index={index}
          count={categoryLabels().length}
          onTurn={(next) => {
            pause()
            setIndex(next)
          }}
        />
      </div>
    </>
  )
}
