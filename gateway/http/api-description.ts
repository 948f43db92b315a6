import { MAX_API_KEYS, READS_PER_MINUTE } from '@called-it/shared/contract/api-keys'
import { CALENDAR_PATH, EMBED_PATH } from '@called-it/shared/contract/served-page'

/** What developers need before the list of endpoints, in Markdown; docs/build-on-it.md has more, with programs. */
export const describeApi = (publicUrl: string): string => `
**Build on it.** Programs read the game with a key, pages of other sites show parts of it without one.

- **Key**: make up to ${MAX_API_KEYS} on [your page of keys](${publicUrl}/profile/keys), and send one as
  \`Authorization: Bearer calledit_…\`. It reads the endpoints that say *Takes a key*, changes nothing, and every other
  endpoint refuses it with 403 \`key_not_allowed\`.
- **Limit**: ${READS_PER_MINUTE} requests a minute for all keys of a player. After a 429 or 503 wait for the seconds of
  \`Retry-After\`.
- **ETag**: send it as \`If-None-Match\`; what has not changed is a 304 without a body. Node's \`fetch\` needs
  \`cache: 'no-cache'\` for it.
- **Pages**: a response with \`next\` continues with \`?after=\` of that value, until it is \`null\`.
- **Errors**: \`{"message", "code"}\`. Compare \`code\`, the message is for people.
- Ignore fields that you do not know. There is no CORS: pages of other sites read it from their server.

Five ideas:

1. **Print the board**: \`GET /api/leaderboard\`.
2. **Follow the show**: \`GET /api/shows/live\`, then \`GET /api/shows/{showId}/live\` every 20 seconds with its ETag.
3. **A bot for your chat**: commands for the board and for \`GET /api/shows/upcoming\`, whose \`locks_at\` is when picks
   close.
4. **Webhooks**: an admin adds your address. Each event is a signed POST as
   [Standard Webhooks](https://www.standardwebhooks.com) describes it: check \`webhook-id\`, \`webhook-timestamp\` and
   \`webhook-signature\`.
5. **A page or a spreadsheet**: \`${publicUrl}${EMBED_PATH}\` in a frame (admins allow your site),
   \`${publicUrl}${CALENDAR_PATH}\`, \`${publicUrl}/feed.atom\`, and \`GET /api/tours/{tourId}/results.csv\`.
`
