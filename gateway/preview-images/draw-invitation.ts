import type { Colours } from './colours.ts'
import type { InvitationContent } from './content.ts'
import { footer, inDigits, leftHalf } from './frame.ts'
import { largeText } from './parts.ts'
import type { Drawing } from './text.ts'

export function drawInvitation({ band, league, members }: InvitationContent, colours: Colours): Drawing {
  const unit = members === 1 ? 'member' : 'members'
  return {
    shapes: '',
    texts: [
      ...leftHalf({ heading: 'join the league', number: inDigits(members), unit }, colours),
      largeText(league, 'Call the setlist. Compare your points.', colours, 'a league'),
      ...footer(band, 'invitation', colours),
    ],
  }
}
