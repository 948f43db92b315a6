import { eventText } from './event-text.ts'
import type { Format } from './format.ts'

/** Slack has no escape for `*`, `_` and `~`, so its markup is off. */
export const slackFormat: Format = (event, options) => ({
  text: eventText(event, options, escapeForSlack),
  mrkdwn: false,
})

function escapeForSlack(name: string): string {
  return name.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
