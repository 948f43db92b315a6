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
    subject: `root of the picks for ${show}`,
    greeting: `hi ${given.displayName},`,
    paragraphs: [
      `the picks for ${show} are locked: ${given.leaves} in number. This is their root:`,
      given.root,
      'Keep this mail: if one of these picks is changed later, it does not fit this root any more.',
    ],
    action: { label: 'see the proof page', link: given.proofLink },
    afterwards: [],
  })
}
