import type { Rolldown } from 'vite'

type ModuleContext = Parameters<Rolldown.CodeSplittingNameFunction>[1]

/** Packages, with what wraps them, that some pages need. They come through barrels, so their importers say little. */
const PACKAGES: readonly (readonly [chunk: string, module: RegExp])[] = [
  ['menu', /@radix-ui.react-(menu|dropdown|popper|arrow|use-size|use-rect)|@floating-ui|ui.menu\.tsx/],
  ['dialogs', /@radix-ui.react-(toast|alert)|ui.(dialogs\/|toaster)/],
  ['overlays', /@radix-ui.react-(focus|dismissable|portal|dialog)|react-(remove-scroll|style-singleton)/],
  ['overlays', /node_modules.(aria-hidden|use-sidecar|use-callback-ref|tslib|get-nonce)/],
  ['tabs', /@radix-ui|ui.tabs\.tsx/],
  ['forms', /react-hook-form|@hookform/],
  ['league', /contract.leagues\.ts/],
  ['legal', /contract.legal\.ts/],
  ['dashboard', /lib.words.file-size|contract.(backup-work|setup-steps)|ui.zone-list|setup.use-setup-state/],
  ['combobox', /downshift|prop-types|@babel.runtime|compute-scroll|ui.song-combobox\.tsx/],
  ['queries', /@tanstack.*(queriesObserver|useQueries)|lib.shows.use-show-details/],
  ['ways-in', /contract.(accounts|passkeys|reauthentication)\.ts|lib.account.passkey\.ts|ui.use-my-passkey/],
  ['night', /ui.picked-sets/],
  ['ui', /src.(ui(?!.night)|app|features.home.shows)\/.*\.css/],
]

/** Entries that are loaded together, or whose pages are visited together. */
const PARTS: readonly (readonly [part: string, entry: RegExp])[] = [
  ['live', /app\/late-parts|lib\/events\/deliver|socket\.io-client/],
  ['fan', /app\/(fan-parts|account-menu)/],
  ['dialogs', /ui\/(dialogs\/index|toaster)/],
  ['home', /features\/home\/(carousel|shows)\//],
  ['builder', /features\/home\/(builder(?!\/start-switch)|scoring|practice)\//],
  ['dashboard', /features\/dashboard\/|app\/dashboard/],
  ['admin', /features\/(scoring|song-catalogue|test-tours)\//],
  ['installation', /features\/installation\/|app\/setup-page/],
  ['editor', /features\/live-editor\//],
  ['account', /features\/(accounts|api-keys|notifications)\//],
  ['show', /features\/show\/|app\/(practice-page|show-page)/],
  ['leagues', /features\/leagues\//],
  ['boards', /features\/leaderboard\/|app\/boards-page/],
  ['records', /features\/(player|season|song|my-predictions)\//],
]
/** One chunk each; the pages of the other parts have one each beside what they share. */
const JOINED = ['live', 'fan', 'dialogs', 'home', 'builder']
const PUBLIC = ['show', 'leagues', 'boards', 'records']

const partOf = (entry: string) => PARTS.find(([, folder]) => folder.test(entry))?.[0] ?? 'later'

/**
 * By the parts of the site that need a module. What it imports is needed by at least the same parts, so that no two
 * chunks import each other.
 */
export function nameChunk(id: string, context: ModuleContext): string | null {
  const named = PACKAGES.find(([, module]) => module.test(id))
  if (named) return named[0]
  const entries = entriesOf(id, context)
  const parts = new Set(entries.map(partOf))
  const [part = ''] = parts
  if (parts.size < 2) return entries.length > 1 || JOINED.includes(part) ? part : null
  const areAll = (...among: string[]) =>
    [...parts].every((each) => [...among, ...JOINED, 'later'].includes(each))
  if (areAll('show')) return 'night'
  if (areAll(...PUBLIC)) return 'public'
  if ([...parts].every((each) => ['admin', 'dashboard', 'installation'].includes(each))) {
    if (parts.has('admin')) return 'admin'
    // What one page shares with the settings is not for all of them.
    return entries.filter((entry) => partOf(entry) === 'dashboard').length > 1 ? 'dashboard' : null
  }
  if (areAll('account', 'installation') && !parts.has('live')) return 'account'
  // The schemas of events, for the live connection, and what pages of users share with it.
  if (areAll('admin', 'dashboard', 'installation', 'editor', 'account')) return 'events'
  return 'ui'
}

function entriesOf(id: string, context: ModuleContext): string[] {
  const visited = new Set([id])
  for (const each of visited) {
    for (const importer of importersOf(each, context)) visited.add(importer)
  }
  return [...visited].filter((each) => (context.getModuleInfo(each)?.dynamicImporters.length ?? 0) > 0)
}

/** All icons come through one barrel, so theirs are the modules that name them. */
function importersOf(id: string, context: ModuleContext): readonly string[] {
  const importersOfModule = (module: string) => context.getModuleInfo(module)?.importers ?? []
  const icon = /lucide-react.*\/icons\/([\w-]+)/.exec(id)?.[1]
  if (!icon) return importersOfModule(id)
  const users = importersOfModule(id)
    .flatMap(importersOfModule)
    .filter((user) => !/lucide-react/.test(user))
  const name = new RegExp(`\\b${icon.replaceAll('-', '')}\\b`, 'i')
  const named = users.filter((user) => name.test(context.getModuleInfo(user)?.code ?? ''))
  return named.length > 0 ? named : users
}
