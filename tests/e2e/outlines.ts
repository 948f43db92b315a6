import type { Outline } from './outline.ts'

/** Of a venue or a song. */
const NAME = /^\p{Lu}[^·:%]*$/u
const SHEET_TITLE = /^\p{Lu}.+ closes in /u
const SLOTS = /^slot \d( next| closer)?$/
const SUGGESTIONS = /^add .+ % /
const SONGS = /^add [^%]+$| plays? /
const ORDERS = ['Chance ↓ descending', 'Due', 'Plays', 'A-Z'] as const
const SETS = ['Set 1', 'Set 2', 'Encore'] as const
const PLAYED_SETS = ['set 1', 'set 2', 'encore'] as const
const NEWS = /^(new|earlier)$|\d points?|#\d/

type Names = Outline['blocks']

const nightOf = (between: Names, songs: RegExp, played: Names): Names => [
  ...[
    'show',
    NAME,
    'parts of the show',
    'your score',
    ...between,
    /^card \d+ of \d+ called$/,
    ...PLAYED_SETS,
  ],
  ...[songs, ...played, /^board/, 'top ten of the show', 'around me', 'The Back Row', 'the league tonight'],
]
const FOLDED = ['what was picked', "the crowd's card", 'most picked songs', "everybody's picks"] as const

const DASHBOARD = [
  ...['admin dashboard', 'admin pages', /^(next show|tonight)$/, NAME, 'lock, source and score'],
  ...['needs attention', 'shows to check', 'application settings', 'tools', 'scores', 'notebook', 'songs'],
  ...['demo show', 'start over', /^file manager/, 'user management', 'users', 'pages of users'],
]
const DASHBOARD_BUTTONS = [
  // The editor leads from three hours before the show.
  ...[
    /^(live editor|lock now|reopen picks)$/,
    'Test Score',
    'Score Show',
    'update notebook songs',
    'play demo show',
  ],
  ...['reset scores', 'download all files', /^(end sessions of|suspend:) /, 'previous', 'next'],
]

/** The screens that were drawn, each as its drawing has it, at 375 px and where it says so at 1440. */
export const outlines = {
  showOpen: {
    first: /^(tonight )?\w{3}, .+ at the venue/,
    blocks: ['show', NAME, 'what will they open with?'],
    buttons: ['more', SUGGESTIONS, 'make my picks'],
  },
  sheetVisitor: {
    first: /just looking$/,
    blocks: [SHEET_TITLE, 'song list', 'suggestions', 'the opener set 1, slot 1'],
    buttons: ['close', 'slot 1 opener', SLOTS, SUGGESTIONS, ...ORDERS, SONGS, 'sign up'],
  },
  registerKept: {
    first: /^closes in /,
    blocks: [/^save your picks for /, 'account'],
    buttons: ['hide the password', 'sign up, keep my pick', 'email me a link', 'passkey'],
  },
  registrationSuccessKept: { first: 'almost there', blocks: ['check your mail'], buttons: ['open Gmail'] },
  sheetKept: {
    first: /not saved yet$/,
    blocks: [SHEET_TITLE, 'song list', 'suggestions'],
    buttons: ['close', /^slot 1 .+/, SLOTS, SUGGESTIONS, ...ORDERS, SONGS, 'submit setlist 1/19'],
  },
  sheetSaved: {
    first: /saved at/,
    blocks: [SHEET_TITLE, 'saved picks', 'picks are in'],
    buttons: [
      ...['close', /^slot \d .+/, 'share that I picked', /^see all songs again/],
      ...['add a passkey', 'not now', 'saved 19/19'],
    ],
  },
  score: {
    first: /^\w{3} \d+ · .+ Scoring$/,
    blocks: [
      ...['shows', /^\w{3} \d+ · .+ Scoring$/, 'score', 'Score Breakdown', ...SETS, ...SETS, 'Corrections'],
      ...['pick the setlist, score points, share', /tour$/, 'how scoring works', 'scored setlists'],
      ...['recent shows', NAME],
    ],
    buttons: [
      ...['close', 'share', 'Back to Setlist', 'previous show', 'next show', 'pick setlist', 'previous rule'],
      ...['next rule', 'view score breakdown', 'previous show', 'next show', 'View Setlist'],
    ],
    // The welcome is the last that fans see.
    elsewhere: [/^\w+ tour is above pick the setlist/],
  },
  shareDialog: {
    first: 'share your picks',
    blocks: ['share your picks'],
    buttons: ['close', 'copy text', 'copy link', 'delete the link'],
  },
  sharedCard: {
    first: 'Demo Fan guessed the setlist of',
    blocks: ['shared card', /^Demo Fan guessed the setlist of /],
    buttons: [/^(guess the next show|try it on this show)$/],
  },
  leaderboardLeague: {
    first: 'leaderboard league',
    blocks: ['leaderboard', 'who', 'boards', 'league table'],
    buttons: [],
    tableAbove: 350,
  },
  leaderboard: {
    first: 'leaderboard',
    blocks: ['leaderboard', 'boards', 'leaders', 'your name goes here'],
    buttons: ['sign up'],
    tableAbove: 350,
  },
  leaderboardNoLeague: {
    first: 'leaderboard',
    blocks: ['leaderboard', 'who', 'play against your friends', 'boards', 'leaders', 'your place'],
    buttons: ['join', 'start a league'],
  },
  showLive: {
    first: NAME,
    blocks: [...nightOf(['on now', NAME, 'what it takes'], /^songs \d+ so far$/, ['set 1']), ...FOLDED],
    buttons: ['more', 'share', /^all \d+$/],
  },
  showOwnCard: {
    first: NAME,
    blocks: [
      ...nightOf(['final', /^(you came #\d+|you won the night)$/, 'best call'], /^songs \d+$/, PLAYED_SETS),
      ...['notes on the setlist', 'corrections', ...FOLDED],
    ],
    buttons: ['more', 'share', /^all \d+$/, /^\d+ more$/],
  },
  notifications: { first: 'notifications', blocks: ['notifications', NEWS], buttons: [] },
  notificationSettings: {
    first: 'notification settings',
    blocks: [
      ...['notification settings', 'my shows', 'leagues and the site', /^push on this device/],
      'quiet hours',
    ],
    buttons: ['all', 'important', 'none', 'turn pushes on here'],
  },
  adminDashboard: { first: 'admin dashboard', blocks: DASHBOARD, buttons: DASHBOARD_BUTTONS },
  adminDashboardWide: {
    first: 'admin dashboard tonight people system audit log settings',
    blocks: DASHBOARD,
    buttons: DASHBOARD_BUTTONS,
  },
  picks: {
    first: 'points and picks practice',
    blocks: ['points and picks', NAME],
    buttons: [/^(view picks|score)$/, /^show \d+ more picks?$/],
  },
  profile: {
    first: 'Back to Home',
    blocks: ['Demo Fan'],
    buttons: ['Upload a picture', 'Update Profile', 'Log Out'],
  },
  showMore: {
    first: NAME,
    blocks: [NAME],
    buttons: ['embed this board copies a frame for your site'],
  },
} satisfies Record<string, Outline>
