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
      <div className={clsx(styles.columns, 'cards')}>
        <Card heading="what it proves">
          <ol className={clsx(styles.sentences, 'stack-3')}>
            <li>When picks close, all cards together make one fingerprint, a Merkle root of their hashes.</li>
            <li>The fingerprint and the number of cards stand here, and are mailed to the admins at once.</li>
            <li>Your proof shows that your card, as it is today, is part of the fingerprint.</li>
            <li>If anybody changes a single pick afterwards, its proof no longer fits.</li>
            <li>The fingerprint does not prove that a card was saved in time, or that none was left out.</li>
          </ol>
        </Card>
        <Card heading="the fingerprint">
          <PickRoot show={show} />
        </Card>
      </div>
    </Page>
  )
}
