import type { Show } from '@called-it/shared/contract/shows'
import clsx from 'clsx'
import { Link } from 'react-router-dom'
import { paths } from '../../../lib/paths.ts'
import { longDate, plainDate } from '../../../lib/shows/show-date.ts'
import { t } from '../../../lib/words/texts.ts'
import { Card } from '../../../ui/card.tsx'
import { Page } from '../../../ui/page.tsx'
import { Skeleton, SkeletonBlocks } from '../../../ui/skeleton.tsx'
import { ShowOfAddress } from '../show-of-address.tsx'
import { PickRoot } from './pick-root.tsx'
import styles from './proof.module.css'

/** For everybody: what was published of the picks of a show at its lock. */
export function ProofPage() {
  return (
    <ShowOfAddress
      title={t('proof.title')}
      skeleton={
        <>
          <Skeleton width="60%" height="6rem" shape="block" />
          <SkeletonBlocks count={1} height="16rem" />
        </>
      }
    >
      {(show) => <Proof key={show.id} show={show} />}
    </ShowOfAddress>
  )
}

function Proof({ show }: { show: Show }) {
  return (
    <Page title={t('proof.title-of', { venue: show.venue, date: plainDate(show.showdate) })} hasSections>
      <header className={clsx(styles.head, 'stack-2')}>
        <h1>{t('proof.heading')}</h1>
        <p className="soft">
          <Link to={paths.show(show.id)}>{show.venue}</Link>, {longDate(show.showdate)}
        </p>
      </header>
      <div className={clsx(styles.columns, 'cards')}>
        <Card heading={t('proof.what')}>
          <ol className={clsx(styles.sentences, 'stack-3')}>
            <li>{t('proof.one-print')}</li>
            <li>{t('proof.mailed')}</li>
            <li>{t('proof.your-card')}</li>
            <li>{t('proof.changed')}</li>
            <li>{t('proof.limits')}</li>
          </ol>
        </Card>
        <Card heading={t('proof.print')}>
          <PickRoot show={show} />
        </Card>
      </div>
    </Page>
  )
}
