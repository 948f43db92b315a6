import type { Page } from '@playwright/test'
import type { patterns } from '../../web/src/lib/paths.ts'
import { expect, test } from './console-watch.ts'
import { becomeNewFan, changeRights, DEMO_ADMIN, DEMO_FAN, logInByRequest, openBrowser } from './people.ts'
import { PHONE } from './taps.ts'

type Route = keyof typeof patterns
type Ids = Record<'tonight' | 'next' | 'played' | 'tour' | 'user' | 'league', number> &
  Record<'invitation' | 'share', string>

/** An address of each route; null for those of accounts, which lead back to the page before. */
const samplesOf = ({ tonight, next, played, tour, user, league, invitation, share }: Ids) =>
  ({
    home: '/',
    prediction: `/prediction/${next}`,
    score: `/prediction/${played}/score`,
    setup: null,
    login: null,
    register: null,
    registrationSuccess: null,
    verifyEmail: null,
    linkSent: null,
    emailLink: null,
    signedIn: null,
    resendVerification: null,
    forgotPassword: null,
    resetPassword: null,
    changeAddress: null,
    profile: '/profile',
    access: '/profile/access',
    apiKeys: '/profile/keys',
    myPredictions: '/my-predictions',
    leaderboard: '/leaderboard',
    show: `/shows/${tonight}`,
    liveEditor: `/shows/${tonight}/live`,
    proof: `/shows/${played}/proof`,
    replay: `/shows/${played}/replay`,
    practice: `/shows/${played}/practice`,
    practiceShows: '/practice',
    song: '/songs/1',
    machine: '/machine',
    privacy: '/privacy',
    terms: '/terms',
    aboveExpectation: '/above-expectation',
    player: `/players/${user}`,
    leagues: '/leagues',
    league: `/leagues/${league}`,
    invitation: `/join/${invitation}`,
    share: `/s/${share}`,
    tour: `/tours/${tour}`,
    season: `/tours/${tour}/season`,
    notifications: '/notifications',
    notificationSettings: '/notifications/settings',
    unsubscribe: `/unsubscribe/${'a'.repeat(22)}/reminder`,
    admin: '/admin',
    adminPeople: '/admin/people',
    adminSystem: '/admin/system',
    adminAudit: '/admin/audit',
    adminSettings: '/admin/settings',
    adminBackups: '/admin/backups',
    adminSetup: '/admin/setup',
    adminReports: '/admin/reports',
    adminWebhooks: '/admin/webhooks',
    adminScoring: '/admin/scoring',
    setlistEditor: `/admin/shows/${next}`,
    adminSongs: '/admin/songs',
    adminSong: '/admin/songs/1',
    testTours: '/test-tours',
  }) satisfies Record<Route, string | null>

/** Runs in the page: the paths of the links that a tap on their centre reaches, after scrolling. */
function tappablePaths(links: Element[]): string[] {
  return links.flatMap((link) => {
    if (!(link instanceof HTMLAnchorElement)) return []
    link.scrollIntoView({ block: 'center' })
    const { left, top, width, height } = link.getBoundingClientRect()
    return link.contains(document.elementFromPoint(left + width / 2, top + height / 2)) ? link.pathname : []
  })
}

async function readTaps(page: Page, path: string): Promise<Set<string>> {
  await page.goto(path, { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeAttached()
  return new Set(await page.locator('a[href]').evaluateAll(tappablePaths))
}

async function firstOf(page: Page, list: string, index = 0) {
  const { shows } = await (await page.request.get(`/api/shows/${list}`)).json()
  return shows[index]
}

async function findIds(page: Page): Promise<Ids & { locksAt: string }> {
  const played = await firstOf(page, 'recent/multiple', 1)
  const [tonight, next] = [await firstOf(page, 'upcoming'), await firstOf(page, 'upcoming', 1)]
  await logInByRequest(page, DEMO_FAN)
  const shared = await page.request.put(`/api/users/current/shows/${played.id}/share`)
  const { token: share } = await shared.json()
  const { email } = await becomeNewFan(page, 'Wanda Walker')
  // Her pages include those of admins.
  await changeRights('grant', email)
  const { id: user } = await (await page.request.get('/api/auth/me')).json()
  const data = { name: 'Row W', tour_id: null, counts_from: 'all', drop_worst: 0 }
  const { league } = await (await page.request.post('/api/leagues', { data })).json()
  const { token } = await (await page.request.get(`/api/leagues/${league.id}/invitation`)).json()
  const ids = { tonight: tonight.id, next: next.id, played: played.id, tour: played.tour_id }
  return { ...ids, user, league: league.id, invitation: token, share, locksAt: tonight.locks_at }
}

test.use({ ...PHONE, trace: 'off' })

test('leads from every page to league, next picks and tonight in two taps', async ({
  browser,
  page,
  watchConsole,
}) => {
  test.setTimeout(300_000)
  const { locksAt, ...ids } = await findIds(page)
  const samples = samplesOf(ids)
  const admin = await openBrowser(browser, watchConsole)
  await logInByRequest(admin, DEMO_ADMIN)
  const change = (path: string, data?: object) =>
    admin.request.post(`/api/admin/shows/${ids.tonight}/${path}`, { data })
  await expect(await change('lock-now')).toBeOK()
  try {
    await page.goto(samples.league)
    await expect(page.getByRole('table', { name: 'league table' })).toContainText('Wanda Walker')
    await page.goto('/')
    await page.getByRole('button', { name: 'pick setlist' }).first().tap()
    await page.waitForURL(`**${samples.prediction}`)
    const byButton = new Map([[samples.home, samples.prediction]])

    const taps = new Map<string, ReadonlySet<string>>()
    for (const path of Object.values(samples)) {
      if (path === null) continue
      const reached = await readTaps(page, path)
      const button = byButton.get(path)
      taps.set(path, button ? reached.add(button) : reached)
    }
    const goals = {
      'the table of the league': samples.league,
      'the next picks': samples.prediction,
      "tonight's show": samples.show,
    }
    for (const [goal, address] of Object.entries(goals)) {
      for (const [path, first] of taps) {
        const near = [path, ...first, ...[...first].flatMap((link) => [...(taps.get(link) ?? [])])]
        expect.soft(near.includes(address), `${goal} from ${path}`).toBe(true)
      }
    }
  } finally {
    await expect(await change('reopen', { locks_at: locksAt, reason: 'too early' })).toBeOK()
    await admin.context().close()
  }
})
