import { randomUUID } from 'node:crypto'
import { type EndpointName, type Endpoints, endpoints } from '@called-it/shared/contract/endpoints'
import { TEST_PASSWORD } from '../support/factories/accounts.ts'
import type { GrownSite } from './growth-data.ts'

type Values = Readonly<Record<string, string | number>>
/** The n-th request of a sample: `:name` in the endpoint's path if it is not that of `readParams`, query and body. */
export type Request = (n: number) => {
  readonly params?: Values
  readonly query?: Values
  readonly body?: unknown
  /** With a session although the endpoint needs none. */
  readonly isPersonal?: true
}

type Changing = { [N in EndpointName]: Endpoints[N]['method'] extends 'GET' ? never : N }[EndpointName]

const WEBHOOK_URL = 'https://93.184.216.34/hook'
const DAY_MS = 86_400_000

export function readParams(site: GrownSite, n: number): Values {
  return {
    showId: at(site.lastScored, n),
    tourId: site.tourId,
    userId: at(site.players, n).id,
    songId: 1 + n,
    leagueId: 1,
    invitation: `invitation-${1 + n}`,
    notebook: 'pell-notebook',
    token: at(site.shares, n),
    predictionId: at(site.predictions, n),
    webhookId: 1,
    runId: 1,
  }
}

/** GETs that are requested in another way, or in several, by name. All others are requested once, by `readParams`. */
export function readRequests(
  site: GrownSite,
  deeperPages: readonly string[],
): Partial<Record<EndpointName, Readonly<Record<string, Request>>>> {
  const tonight = { params: { showId: site.tonight } }
  const boards: Record<string, Request> = {
    '': () => ({}),
    '500 rows': () => ({ query: { limit: 500 } }),
    'deeper page': (n) => ({ query: { limit: 500, after: at(deeperPages, n) } }),
  }
  return {
    getLeaderboard: boards,
    getTourLeaderboard: boards,
    getChances: { '': () => ({ params: { showId: site.open } }) },
    getLiveShow: { '': () => tonight },
    getLiveEditor: { '': () => tonight },
    getShowBoard: {
      scored: () => ({}),
      live: () => tonight,
      'live, deeper page': (n) => ({ ...tonight, query: { after: 100 * (1 + n) } }),
      'live, around a fan': () => ({ ...tonight, query: { around: 'me' }, isPersonal: true }),
    },
    getReplay: { '': () => ({ params: { showId: at(site.lastScored, 0) } }) },
    getOwnProof: { '': () => tonight },
    listPickLocks: { '': () => tonight },
    downloadLeaves: { '': () => tonight },
    listShowPredictions: {
      '': () => ({}),
      'deeper page': (n) => ({ query: { after: at(site.predictions, n) } }),
    },
    listPlayerShows: { '': () => ({}), 'to compare': () => ({ isPersonal: true }) },
    listPredictions: { '': (n) => ({ params: { userId: at(site.fans, n).userId } }) },
    getLeague: {
      '500 members': () => ({}),
      '500 since joining, worst dropped': () => ({ params: { leagueId: 2 } }),
      '500 since joining, a week': (n) => ({ params: { leagueId: 2 }, query: { week: at(site.weeks, n) } }),
    },
    listNotifications: { '': () => ({}), older: () => ({ query: { before: 1_500_000 } }) },
    listUsers: {
      '': () => ({}),
      'deeper page': (n) => ({ query: { after: at(site.players, n).id } }),
      'part of a name': (n) => ({ query: { search: at(site.players, n).name.slice(4, 9) } }),
      'frequent part': () => ({ query: { search: 'fan' } }),
      address: (n) => ({ query: { search: `fan-${2_000 + n}@simulated` } }),
      'part of an address': (n) => ({ query: { search: `n-${2_000 + n}@simu` } }),
      'two characters': () => ({ query: { search: 'fa' } }),
      'no match': () => ({ query: { search: 'nobody has this' } }),
    },
    readAuditLog: {
      '': () => ({}),
      'of a user': (n) => ({ query: { user: at(site.players, n).id } }),
      'of an action': () => ({ query: { action: 'user:logged-in' } }),
    },
    listAdminSongs: { '': () => ({}), search: (n) => ({ query: { search: `song ${n}` } }) },
  }
}

/** In this order, since some need what others made. The n-th request of each is of the same fan. */
export function changeRequests(site: GrownSite, responseTo: (name: EndpointName) => unknown) {
  const newLeague = () => ({
    params: { leagueId: endpoints.createLeague.response.parse(responseTo('createLeague')).league.id },
  })
  const newShow = () => ({
    params: { showId: endpoints.createShow.response.parse(responseTo('createShow')).id },
  })
  const newTour = () => ({
    params: { tourId: endpoints.createTour.response.parse(responseTo('createTour')).id },
  })
  const newHook = () => ({
    params: { webhookId: endpoints.createWebhook.response.parse(responseTo('createWebhook')).id },
  })
  const email = (n: number) => `fan-${at(site.fans, n).userId}@simulated.example`
  const newEmail = (n: number) => `new-${n}@mail.example`
  const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
  const songs = (first: number, count: number) =>
    Array.from({ length: count }, (_, index) => ({ id: first + index }))
  const setlist = (n: number) => ({ set1: songs(1 + n, 8), set2: songs(20 + n, 8), encore: songs(40 + n, 3) })
  const password = TEST_PASSWORD
  const league = { tour_id: null, counts_from: 'all', drop_worst: 0 }
  const tour = { start_date: '2030-01-01', end_date: '2030-02-01', description: null }
  const show = { city: 'Denver', state: 'CO', country: 'USA', tour_id: null }
  const hook = { name: 'Hook', format: 'json', kinds: ['show-final'], has_spoilers: false }
  return {
    savePrediction: (n) => ({ body: { show_id: site.open, setlist: setlist(n) } }),
    deleteOwnPrediction: () => ({ params: { showId: site.open } }),
    followPlayer: () => ({}),
    unfollowPlayer: () => ({}),
    createLeague: (n) => ({ body: { ...league, name: `New ${n}` } }),
    changeLeague: (n) => ({ ...newLeague(), body: { ...league, name: `Newer ${n}` } }),
    renewLeagueInvitation: newLeague,
    deleteLeague: newLeague,
    restoreLeague: newLeague,
    acceptInvitation: () => ({ params: { invitation: 'invitation-5' } }),
    leaveLeague: () => ({ params: { leagueId: 5 } }),
    setLeaguePresence: () => ({ body: { shows_presence: true } }),
    reactInLeague: () => ({ body: { reaction: 'fire' } }),
    shareCard: () => ({}),
    revokeShare: () => ({}),
    markRead: () => ({ body: { until: 2_147_483_647 } }),
    setNotificationChoice: () => ({ body: { kind: 'final-score', channel: 'mail', is_on: false } }),
    setNotificationTimes: () => ({ body: { time_zone: 'America/Denver', quiet_from: 22, quiet_until: 7 } }),
    noteTimeZone: () => ({ body: { time_zone: 'America/New_York' } }),
    setLanguage: () => ({ body: { language: 'de' } }),
    updateProfile: (n) => ({ body: { display_name: `Renamed ${n}` } }),
    login: (n) => ({ body: { email: email(n), password } }),
    register: (n) => ({ body: { email: newEmail(n), display_name: `New ${n}`, password } }),
    resendVerification: (n) => ({ body: { email: newEmail(n) } }),
    requestPasswordReset: (n) => ({ body: { email: email(n) } }),
    askForLink: (n) => ({ body: { email: email(n) } }),
    report: (n) => ({ body: { kind: 'name', user_id: at(site.players, n).id } }),
    decideReport: (n) => ({ body: { kind: 'name', id: at(site.players, n).id, decision: 'dismiss' } }),
    suspendUser: () => ({ body: { reason: 'A reason' } }),
    liftSuspension: () => ({}),
    setLiveOperator: () => ({ body: { is_live_operator: true } }),
    endSessions: () => ({}),
    blockWord: (n) => ({ body: { word: `rude${n}` } }),
    unblockWord: (n) => ({ params: { word: `rude${n}` } }),
    changeConfig: (n) => ({ body: { config: { testModeEnabled: true, siteOverlayEnabled: n % 2 === 0 } } }),
    renewRegistrationLink: () => ({}),
    deleteRegistrationLink: () => ({}),
    testScore: (n) => ({ body: { prediction: { setlist: setlist(n) } } }),
    hideSong: (n) => ({ params: { songId: 800 + n }, body: { hidden: true } }),
    createTour: (n) => ({ body: { ...tour, name: `Tour ${n}` } }),
    updateTour: (n) => ({ ...newTour(), body: { ...tour, name: `Tour of ${n}` } }),
    createShow: (n) => ({ body: { ...show, venue: `Hall ${n}`, showdate: inDays(30 + n).slice(0, 10) } }),
    setShowStart: () => ({ ...newShow(), body: { starts_local: '19:30' } }),
    lockShow: () => ({ ...newShow(), body: { locks_at: inDays(20) } }),
    lockShowNow: newShow,
    reopenPicks: () => ({ ...newShow(), body: { locks_at: inDays(20), reason: 'A reason' } }),
    setShowOverlay: () => ({ ...newShow(), body: { overlay: 'live' } }),
    cancelShow: () => ({ ...newShow(), body: { reason: null } }),
    restoreShow: newShow,
    // Of a scored show, it would have the badges of everybody computed, for which a deleted profile waits.
    enterSetlist: (n) => ({ params: { showId: site.tonight }, body: setlist(n) }),
    tapSetlist: (n) => ({
      params: { showId: site.tonight },
      body: { opId: randomUUID(), at: inDays(0), base: 2 + 2 * n, operation: { op: 'song', song: 500 + n } },
    }),
    createWebhook: () => ({ body: { ...hook, url: WEBHOOK_URL } }),
    changeWebhook: () => ({ ...newHook(), body: { ...hook, is_enabled: false } }),
    renewWebhookSecret: newHook,
    deleteWebhook: newHook,
    reauthenticate: () => ({ body: { password } }),
    passkeyOptions: () => ({}),
    passkeySignUpOptions: (n) => ({ body: { email: newEmail(n), display_name: `Fan of ${n}` } }),
    passkeyAddOptions: () => ({}),
    changeAddress: (n) => ({ body: { email: newEmail(n) } }),
    cancelAddressChange: () => ({}),
    createApiKey: () => ({ body: { name: 'Key' } }),
    revokeApiKey: () => {
      const [key] = endpoints.createApiKey.response.parse(responseTo('createApiKey')).keys
      return { params: { keyId: key?.id ?? 0 } }
    },
    deleteProfile: () => ({ body: {} }),
  } satisfies Partial<Record<Changing, Request>>
}

const MAILED = 'needs a link that was mailed'
const RUN = 'inserts a run, whose work is that of a worker'
const PROPOSAL = 'needs what an import proposes or a source lists'
const FAILED = 'needs a failure or a conflict; changes one row'
const SESSION = 'ends the session that other requests need'
const MEMBER = 'needs another member; changes one row'
const ISSUER = 'needs an issuer to sign in at'
const INSTALLATION = 'an admin does it a few times a year'
const PASSKEY = 'needs an authenticator; changes one row'
const PUSH = 'needs a browser with pushes; changes one row'

/** To what no request is sent, and why. */
export const LEFT_OUT = {
  verifyEmail: MAILED,
  confirmRegistration: MAILED,
  followRegistration: MAILED,
  lookAtLink: MAILED,
  logInByLink: MAILED,
  logInByCode: MAILED,
  confirmAddress: MAILED,
  resetPassword: MAILED,
  getUnsubscription: MAILED,
  unsubscribe: MAILED,
  previewMerge: RUN,
  mergeSong: RUN,
  scoreShow: RUN,
  testScoreShow: RUN,
  resetScores: RUN,
  lookUpSetlist: RUN,
  previewScores: RUN,
  importSetlist: RUN,
  updateNotebook: RUN,
  importCatalogue: RUN,
  checkImport: RUN,
  updateShow: RUN,
  playDemoShow: RUN,
  chooseVenueTimes: RUN,
  dropSongRename: PROPOSAL,
  takeSetlistProposal: PROPOSAL,
  dropSetlistProposal: PROPOSAL,
  takeSourceSetlist: PROPOSAL,
  retryRun: FAILED,
  retryDeadJob: FAILED,
  sendDeliveryAgain: FAILED,
  settleConflict: FAILED,
  logout: SESSION,
  changePassword: SESSION,
  endSession: SESSION,
  endOtherSessions: SESSION,
  removeLeagueMember: MEMBER,
  setLeagueRole: MEMBER,
  startIssuerLogin: ISSUER,
  finishIssuerLogin: ISSUER,
  removeConnectedAccount: ISSUER,
  logInByPasskey: PASSKEY,
  addPasskey: PASSKEY,
  removePasskey: PASSKEY,
  makeRecoveryCodes: PASSKEY,
  subscribeToPush: PUSH,
  removePushSubscription: PUSH,
  removeDevice: PUSH,
  exportOwnData: 'asks for a login of the last minutes',
  uploadAvatar: 'decodes an image, whatever the size of the site',
  changeInstallationSettings: INSTALLATION,
  restartPrograms: INSTALLATION,
  testMail: INSTALLATION,
  testSource: INSTALLATION,
  findArtists: INSTALLATION,
  uploadSetlists: INSTALLATION,
  testAddress: INSTALLATION,
  makeBackup: INSTALLATION,
  uploadBackup: INSTALLATION,
  verifyBackup: INSTALLATION,
  downloadBackup: INSTALLATION,
  deleteBackup: INSTALLATION,
  restoreBackup: INSTALLATION,
  findSetup: 'there is an admin',
  checkSetup: INSTALLATION,
  createFirstAdmin: INSTALLATION,
  listSetupBackups: INSTALLATION,
  uploadSetupBackup: INSTALLATION,
  verifySetupBackup: INSTALLATION,
  restoreSetupBackup: INSTALLATION,
  sendNotice: 'a worker sends it to everybody, and the machine is not idle then',
} as const satisfies Partial<Record<EndpointName, string>> &
  Record<Exclude<Changing, keyof ReturnType<typeof changeRequests>>, string>

function at<T>(list: readonly T[], n: number): T {
  const value = list[n % list.length]
  if (value === undefined) throw new Error('the list is empty')
  return value
}
