import { PRODUCT } from '@called-it/shared/contract/site'
import clsx from 'clsx'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { keptInvitation } from '../../lib/account/kept-invitation.ts'
import { findKeptSong } from '../../lib/account/kept-song.ts'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Page } from '../../ui/page.tsx'
import { StageCard } from '../../ui/stage-card.tsx'
import { Ticket } from '../../ui/ticket.tsx'
import { ClosesIn } from './closes-in.tsx'
import { placeInWords } from './kept-song-line.tsx'
import { mailProviderOf } from './mail-provider.ts'
import styles from './registration-success-page.module.css'
import { useFollowRegistration } from './use-follow-registration.ts'
import { useGoOn } from './use-go-on.ts'

export function RegistrationSuccessPage() {
  const [search] = useSearchParams()
  useGoOn({ hasLoggedIn: useFollowRegistration({}), withSession: true })
  const email = search.get('email')
  const provider = mailProviderOf(email ?? '')
  return (
    <Page title="check your mail" width="narrow" className={clsx('stack-4', styles.page)}>
      <StageCard className="stack-2">
        <p className={styles.stageSoft}>almost there</p>
        <h1>check your mail</h1>
        <p>
          {email ? (
            <>
              the link went to <b className="anywhere">{email}</b>
            </>
          ) : (
            'the link is on its way to you'
          )}
        </p>
        {provider && (
          <ButtonLink
            to={provider.url}
            target="_blank"
            rel="noreferrer"
            variant="main"
            size="l"
            wide
            className="apart"
          >
            <Mail aria-hidden /> open {provider.name}
          </ButtonLink>
        )}
      </StageCard>
      <ol className={clsx(styles.steps, 'stack-3')}>
        <li>
          <b>Check your email and the spam folder</b>
          <span className="soft small">from {PRODUCT}, just now. spam/junk likes to hide it</span>
        </li>
        <li>
          <b>Click the link in it</b>
          <span className="soft small">on this device or any other</span>
        </li>
        <li>
          <b>Then log in</b>
          <span className="soft small">this page does that for you</span>
        </li>
      </ol>
      <Waiting />
      <div className="buttons">
        <ButtonLink to={paths.login}>log in</ButtonLink>
        <ButtonLink to={paths.resendVerification} variant="quiet">
          resend the email
        </ButtonLink>
      </div>
    </Page>
  )
}

function Waiting() {
  const [song] = useState(findKeptSong)
  const [invitation] = useState(keptInvitation)
  const next = invitation ? (
    <p className="soft small anywhere">
      next: you join <b>{invitation.league}</b>
    </p>
  ) : (
    song && (
      <p className="soft small anywhere">
        next: <b>your picks for {song.venue}</b>, with {song.songName} as {placeInWords(song)}.{' '}
        <ClosesIn showId={song.showId} verb="picks close" />
      </p>
    )
  )
  return (
    <Ticket stub={next}>
      <p className={styles.lamp}>waiting for your click</p>
    </Ticket>
  )
}
