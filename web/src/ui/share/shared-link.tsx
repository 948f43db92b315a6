import { PREVIEW_SIZE, previewPath } from '@called-it/shared/contract/preview-images'
import type { SharedCard } from '@called-it/shared/contract/shares'
import { isDrawn } from '@called-it/shared/game/drawn-name'
import { Copy, Share2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { copyText } from '../../lib/browser/copy-text.ts'
import { hasShareSheet, openShareSheet } from '../../lib/browser/share-sheet.ts'
import { useShownTheme } from '../../lib/browser/theme.ts'
import { paths } from '../../lib/paths.ts'
import { useSharedCard } from '../../lib/shows/shares.ts'
import { Button } from '../button.tsx'
import { LoadFailed } from '../load-failed.tsx'
import { Loading, Skeleton } from '../skeleton.tsx'
import styles from './shared-link.module.css'

type SharedLinkProps = { token: string; stop: ReactNode }

/** The card as others see it, with the ways to pass it on. */
export function SharedLink({ token, stop }: SharedLinkProps) {
  const { data: card, isError, refetch } = useSharedCard(token)
  return (
    <div className={styles.shared}>
      {card && <PassOn card={card} token={token} />}
      {!card && isError && <LoadFailed title="The card could not be loaded." onRetry={refetch} />}
      {!card && !isError && (
        <Loading label="Loading the card...">
          <Skeleton width="100%" height="12rem" />
        </Loading>
      )}
      {stop}
    </div>
  )
}

function PassOn({ card, token }: { card: SharedCard; token: string }) {
  const imagePath = previewPath('share', token, card.revision, useShownTheme())
  const url = new URL(paths.share(token), location.origin).href
  const [isSharing, setIsSharing] = useState(false)
  const share = async () => {
    setIsSharing(true)
    try {
      await openShareSheet({ text: card.text, url, imagePath })
    } catch {
      await copyText(`${card.text}\n${url}`)
    } finally {
      setIsSharing(false)
    }
  }
  return (
    <>
      <img
        key={imagePath}
        className={styles.image}
        src={imagePath}
        {...PREVIEW_SIZE}
        alt="the card as others see it"
      />
      {!isDrawn(card.name) && (
        <p>The image cannot show all letters of your name: it shows your initials, or “a fan”.</p>
      )}
      <p className={styles.text}>
        {card.text}
        {'\n'}
        {url}
      </p>
      <div className="buttons">
        {hasShareSheet() ? (
          <Button variant="main" busy={isSharing} onClick={share}>
            <Share2 aria-hidden /> share
          </Button>
        ) : (
          <Button variant="main" onClick={() => copyText(url)}>
            <Copy aria-hidden /> copy link
          </Button>
        )}
        <Button onClick={() => copyText(`${card.text}\n${url}`)}>
          <Copy aria-hidden /> copy text
        </Button>
      </div>
    </>
  )
}
