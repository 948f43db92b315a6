/**
 * A show that runs: `npm run bench:live`. Five parts, each alone when its size is given:
 *
 * - `--predictions`: the board in memory, after a song
 * - `--sockets`: from the tap of an operator to the last page that watches the show
 * - `--clients`: pages that are without connection for a part of the night
 * - `--kills`: from the kill of the worker that has the show to the row of another
 * - `--members`: from a reaction to the pages of a league
 */
import { measureBoardInMemory } from './board-in-memory.ts'
import { measureCutOffs } from './live-cut-offs.ts'
import { openNight } from './live-night.ts'
import { measureReactions } from './live-reactions.ts'
import { measureTakeovers } from './live-takeovers.ts'
import { measureTaps } from './live-taps.ts'
import { readOptions } from './options.ts'
import { openReport, socketVersions } from './report.ts'
import { type System, withSystem } from './system.ts'

const PARTS = ['predictions', 'sockets', 'clients', 'kills', 'members'] as const
/** Those that need a night. */
const NIGHT_PARTS = ['sockets', 'clients', 'kills'] as const

const options = readOptions({
  predictions: { full: 1_000_000, small: 100_000, help: 'predictions of the board in memory' },
  // No small sizes: the goals are times, which belong to one size.
  players: { full: 100_000, small: 100_000, help: 'users who predicted the show of the other parts' },
  sockets: { full: 2_000, small: 2_000, help: 'pages that watch the show' },
  clients: { full: 200, small: 200, help: 'pages that are cut off' },
  kills: { full: 5, small: 3, help: 'workers that are killed' },
  members: { full: 500, small: 500, help: 'members of a league whose pages are open' },
})
const isOnePartGiven = PARTS.some(options.isGiven)
const isChosen = (part: (typeof PARTS)[number]) => !isOnePartGiven || options.isGiven(part)

const report = openReport('live', options, socketVersions)
if (isChosen('predictions')) await measureBoardInMemory(options.size('predictions'), options, report)
if (NIGHT_PARTS.some(isChosen)) await withSystem(measureNight)
if (isChosen('members')) {
  await withSystem((system) => measureReactions(system, options.size('members'), options, report))
}
report.finish()

async function measureNight(system: System): Promise<void> {
  const users = options.size('players')
  const online = Math.max(options.size('sockets'), options.size('clients'))
  const night = await openNight(system, { users, online })
  if (isChosen('sockets')) await measureTaps(night, options.size('sockets'), options, report)
  if (isChosen('clients')) await measureCutOffs(night, options.size('clients'), report)
  if (isChosen('kills')) await measureTakeovers(night, options.size('kills'), report)
}
