import { eventText } from './event-text.ts'
import type { Format } from './format.ts'

const ZERO_WIDTH_SPACE = '\u200b'

export const discordFormat: Format = (event, options) => ({
  content: eventText(event, options, escapeForDiscord),
  allowed_mentions: { parse: [] },
})

/** Discord has no escape for `@everyone` and for addresses. */
function escapeForDiscord(name: string): string {
  return name
    .replaceAll(/[\\*_~`|<>#[\]()-]/g, String.raw`\$&`)
    .replaceAll('@', `@${ZERO_WIDTH_SPACE}`)
    .replaceAll('://', `:${ZERO_WIDTH_SPACE}//`)
}
