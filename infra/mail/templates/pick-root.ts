import type { Translate } from '@called-it/shared/languages/translate'
import type { MailContent } from '../mail.ts'
import { type Letterhead, setLetter } from './letter.ts'

/** So that the root is known outside the database. */
export function pickRootMail(
  letterhead: Letterhead,
  t: Translate,
  given: {
    displayName: string
    showdate: string
    venue: string
    leaves: number
    root: string
    proofLink: string
  },
): MailContent {
  const show = `${given.showdate}, ${given.venue}`
  return setLetter(letterhead, t, {
    kind: 'pick-root',
    subject: t('mail.root-subject', { show }),
    greeting: t('mail.hi', { name: given.displayName }),
    paragraphs: [t('mail.root', { show, cards: given.leaves }), given.root, t('mail.root-keep')],
    action: { label: t('mail.root-look'), link: given.proofLink },
    afterwards: [],
  })
}
