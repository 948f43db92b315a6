import { counted } from '@called-it/shared/contract/counted'
import type { MailContent } from '../mail.ts'
import { type Letterhead, setLetter } from './letter.ts'

/** So that the root is known outside the database. */
export function pickRootMail(
  letterhead: Letterhead,
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
  return setLetter(letterhead, {
    kind: 'pick-root',
    subject: `fingerprint of the picks for ${show}`,
    greeting: `hi ${given.displayName},`,
    paragraphs: [
      `picks for ${show} are closed: ${counted(given.leaves, 'card')}. Their fingerprint:`,
      given.root,
      'Keep this mail: if anybody changes a pick later, the fingerprint no longer fits.',
    ],
    action: { label: 'see the proof', link: given.proofLink },
    afterwards: [],
  })
}
