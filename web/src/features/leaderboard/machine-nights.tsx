import type { MachineNight } from '@called-it/shared/contract/chances'
import { counted } from '@called-it/shared/contract/counted'
import { Fragment } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../lib/paths.ts'
import { useChances } from '../../lib/shows/chances.ts'
import { plainDate } from '../../lib/shows/show-date.ts'
import { useUpcomingShows } from '../../lib/shows/use-shows.ts'
import { METHODS } from '../../lib/words/chance-words.ts'
import { formatNumber } from '../../lib/words/format-number.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Card } from '../../ui/card.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { PlayerLink } from '../../ui/player-link.tsx'
import { useFirst } from '../../ui/use-first.tsx'
import styles from './machine-nights.module.css'
import { useMachineNights } from './system-queries.ts'

/** Every night of the machine, and who beat it. */
export function MachineNights() {
  const { data: nights, isError, refetch } = useMachineNights()
  return (
    <>
      <Card heading="the machine">
        <p className={styles.words}>
          The machine picks every show too: the songs that should bring it the most points, by how likely each
          one is that night. It is on no board. It is there to be beaten.
        </p>
        <Disclosure title="how it works">
          <ul className={styles.sentences}>
            <li>
              A song&rsquo;s chance is made from the setlists of earlier shows: how often, how recently and
              how regularly it was played, also on this tour and in this run of nights. Where it was played
              gives its slot.
            </li>
            <li>Chances never use picks: neither tonight&rsquo;s nor earlier ones.</li>
            <li>
              With 60 setlists stored, a statistical model and a simple rule are tried on the band&rsquo;s
              last shows, and the better one is used. With fewer it is the rule, and below ten only plays
              count.
            </li>
            <MethodInUse />
            <li>Its picks are in before they close, and hidden until then, like yours.</li>
            <li>It scores by the same rules as you.</li>
          </ul>
        </Disclosure>
      </Card>
      <Card heading="every night" note={nights?.length}>
        {nights ? (
          <Nights nights={nights} />
        ) : (
          <NotLoaded what="the nights of the machine" query={{ isError, refetch }} blocks={[8, '88px']} />
        )}
      </Card>
    </>
  )
}

/** That of the next show's chances. */
function MethodInUse() {
  const next = useUpcomingShows().data?.[0]
  const chances = useChances(next?.id ?? null)
  return chances && <li>The chances of the next show are made by {METHODS[chances.method]}.</li>
}

function Nights({ nights }: { nights: readonly MachineNight[] }) {
  const { first, more } = useFirst(nights, 50, 'more nights')
  if (nights.length === 0) {
    return (
      <EmptyState
        title="The machine has not played yet."
        action={<ButtonLink to={paths.home}>see upcoming shows</ButtonLink>}
      >
        It plays as soon as there are earlier setlists to learn from.
      </EmptyState>
    )
  }
  return (
    <>
      <ul className="stack" aria-label="nights">
        {first.map((night) => (
          <Night key={night.show.id} night={night} />
        ))}
      </ul>
      {more}
    </>
  )
}

function Night({ night: { show, total, beaten_by, players, best } }: { night: MachineNight }) {
  const isScored = total !== null && beaten_by !== null
  return (
    <li className={styles.night}>
      <b className={styles.total}>
        {isScored ? total : <span aria-hidden>?</span>} {isScored && <small>pts</small>}
      </b>
      <div>
        <Link to={paths.show(show.id)} className={styles.venue}>
          {show.venue}
        </Link>
        <p className="soft small">{[plainDate(show.date), show.location].filter(Boolean).join(' · ')}</p>
      </div>
      {isScored ? (
        <div className={styles.outcome}>
          <p>{beatenInWords(beaten_by, players)}</p>
          {best.length > 0 && (
            <p className="soft small">
              best:{' '}
              {best.map(({ id, display_name, total: points }, index) => (
                <Fragment key={id}>
                  {index > 0 && ', '}
                  <PlayerLink userId={id} name={display_name} /> {points}
                </Fragment>
              ))}
            </p>
          )}
        </div>
      ) : (
        <p className={styles.outcome}>Its picks are hidden until picks close, and scored after the show.</p>
      )}
    </li>
  )
}

function beatenInWords(beatenBy: number, players: number): string {
  if (players === 0) return 'nobody played against it'
  return `${formatNumber(beatenBy)} of ${counted(players, 'player')} beat it`
}
