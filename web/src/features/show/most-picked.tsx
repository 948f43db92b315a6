import type { Crowd } from '@called-it/shared/contract/show-picks'
import clsx from 'clsx'
import { formatNumber } from '../../lib/words/format-number.ts'
import { inPercent } from '../../lib/words/percent.ts'
import { t } from '../../lib/words/texts.ts'
import styles from './most-picked.module.css'

/** How many have each song, against the chance that it is played. */
export function MostPicked({ crowd }: { crowd: Crowd }) {
  const hasChances = crowd.songs.some(({ chance }) => chance !== null)
  return (
    <>
      {hasChances && (
        <p aria-hidden className={clsx(styles.key, 'soft small')}>
          <span className={styles.swatch}>{t('show.crowd')}</span>
          <span className={clsx(styles.swatch, styles.ofChance)}>{t('show.chance')}</span>
        </p>
      )}
      <ol className={clsx('stack-3', hasChances && styles.withChances)}>
        {crowd.songs.map(({ id, name, players, chance }) => {
          const share = players / crowd.players
          return (
            <li key={id} className={styles.song}>
              <span className={styles.name}>{name}</span>{' '}
              <span className={styles.share}>
                {inPercent(share)} <span className="visually-hidden">{t('show.of-cards')}</span>
              </span>{' '}
              <span className={styles.players}>
                {formatNumber(players)}
                <span className="visually-hidden"> {t('show.of-all', { players: crowd.players })}</span>
              </span>
              {hasChances && (
                <span className={styles.percent}>
                  <span className="visually-hidden">, {t('show.chance')} </span>
                  {chance === null ? t('show.no-chance') : inPercent(chance)}
                </span>
              )}
              <Bar share={share} />
              {hasChances && <Bar share={chance ?? 0} className={styles.ofChance} />}
            </li>
          )
        })}
      </ol>
    </>
  )
}

function Bar({ share, className }: { share: number; className?: string | undefined }) {
  return (
    <span aria-hidden className={clsx(styles.track, className)}>
      <span className={styles.bar} style={{ transform: `scaleX(${share})` }} />
    </span>
  )
}
