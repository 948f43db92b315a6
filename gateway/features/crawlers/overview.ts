import { publicPaths } from '@called-it/shared/contract/page-paths'
import { CALENDAR_PATH, FEED_PATH } from '@called-it/shared/contract/served-page'
import type { Site } from '@called-it/shared/contract/site'

export const SITEMAP_PATH = '/sitemap.xml'

/** What the site is, for language models, in the format of llmstxt.org. */
export function writeOverview({ product, band }: Pick<Site, 'product' | 'band'>, publicUrl: string): string {
  const link = (name: string, path: string, about: string) => `- [${name}](${publicUrl}${path}): ${about}`
  return `# ${product}: ${band.name}

> Fans predict the setlists of ${band.name}: which songs open and close set 1 and set 2, what the encore is, and what
> else is played. Picks close when the show starts, are scored when it is over, and add up on leaderboards.

Every page is readable without scripts. Picks are secret until they close.

## Pages

${[
  link('Next shows', publicPaths.home, 'what can be predicted now'),
  link('Leaderboard', publicPaths.leaderboard, 'the players of all shows, of a tour, of a show'),
  link('The machine', publicPaths.machine, 'how picks by chance alone would have scored'),
  link('Past shows', publicPaths.practiceShows, 'every show with a known setlist'),
  link('All pages', SITEMAP_PATH, 'shows, tours, songs and seasons'),
].join('\n')}

## For programs

${[
  link('API', '/api/openapi.json', 'OpenAPI, readable without a key'),
  link('News', FEED_PATH, 'locks, final scores and corrections'),
  link('Calendar', CALENDAR_PATH, 'the shows'),
].join('\n')}
`
}
