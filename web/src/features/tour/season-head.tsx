import { previewPath } from '@called-it/shared/contract/preview-images'
import type { Season } from '@called-it/shared/contract/seasons'
import clsx from 'clsx'
import { Copy, Image, Share2, Table } from 'lucide-react'
import { copyText } from '../../lib/browser/copy-text.ts'
import { paths } from '../../lib/paths.ts'
import { useIsOnDevice } from '../../lib/served-view.ts'
import { dateRange } from '../../lib/shows/show-date.ts'
import { t } from '../../lib/words/texts.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import styles from './head.module.css'

export function SeasonHead({ season: { tour, shows, players } }: { season: Season }) {
  return (
    <Card aria-label={t('tour.season')} className={clsx(styles.head, 'spread')}>
      <div className={styles.words}>
        <p className={styles.kind}>{t('tour.the-season')}</p>
        <h1 className="anywhere">{tour.name}</h1>
        <p className="soft">
          {dateRange(tour.start_date, tour.end_date)} · {t('tour.shows-players', { shows, players })}
        </p>
      </div>
      <div className="buttons">
        <ShareLink tour={tour} />
        <a
          href={previewPath('season', tour.id, ANY_REVISION, 'dark', t.language)}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ variant: 'plain', size: 'm', wide: false })}
        >
          <Image aria-hidden /> {t('tour.as-image')}
        </a>
        <a
          href={`/api/tours/${tour.id}/results.csv`}
          download
          className={buttonClass({ variant: 'plain', size: 'm', wide: false })}
        >
          <Table aria-hidden /> {t('tour.as-table')}
        </a>
        <ButtonLink to={paths.tour(tour.id)}>{t('tour.shows-songs')}</ButtonLink>
      </div>
    </Card>
  )
}

/** The gateway sends the current image. */
const ANY_REVISION = '0'

function ShareLink({ tour: { id, name } }: { tour: Season['tour'] }) {
  const url = new URL(paths.season(id), location.origin).href
  const canShare = useIsOnDevice() && 'share' in navigator
  if (!canShare) {
    return (
      <Button variant="main" onClick={() => void copyText(url)}>
        <Copy aria-hidden /> {t('tour.copy-link')}
      </Button>
    )
  }
  // It is refused when the fan closes it.
  const share = () => void navigator.share({ title: t('tour.season-of', { name }), url }).catch(() => {})
  return (
    <Button variant="main" onClick={share}>
      <Share2 aria-hidden /> {t('tour.share')}
    </Button>
  )
}
