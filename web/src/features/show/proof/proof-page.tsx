import type { Show } from '@called-it/shared/contract/shows'
import clsx from 'clsx'
import { Link } from 'react-router-dom'
import { paths } from '../../../lib/paths.ts'
import { longDate, plainDate } from '../../../lib/shows/show-date.ts'
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
      title="Proof of the picks"
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
    <Page title={`Proof of the picks, ${show.venue}, ${plainDate(show.showdate)}`} hasSections>
      <header className={clsx(styles.head, 'stack-2')}>
        <h1>proof of the picks</h1>
        <p className="soft">
          <Link to={paths.show(show.id)}>{show.venue}</Link>, {longDate(show.showdate)}
        </p>
      </header>
      <div className={styles.columns}>
        <Card heading="what it proves">
          <ol className={clsx(styles.sentences, 'stack-3')}>
            <li>When picks close, each card becomes a hash, and all hashes together become one root.</li>
            <li>The root and the number of picks are published here and mailed to the admins at once.</li>
            <li>Your proof shows that your card, as it is stored today, is one of those behind the root.</li>
            <li>If anybody changes a single pick afterwards, its proof no longer fits.</li>
            <li>The root does not prove that a card was saved in time, or that none was left out.</li>
          </ol>
        </Card>
        <Card heading="the root">
          <PickRoot show={show} />
        </Card>
      </div>
    </Page>
  )
}
