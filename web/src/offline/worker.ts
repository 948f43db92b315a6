import { RENDERED_HEADER, SHELL_HEADER } from '@called-it/shared/contract/rendered-page'
import { fileInLanguage, LANGUAGE_PARAMETER } from '@called-it/shared/contract/served-page'
import { ExpirationPlugin, NetworkFirst, Serwist, type SerwistPlugin } from 'serwist'
import {
  isClientPage,
  isPublicRead,
  isUserRead,
  PUBLIC_CACHE,
  SEEN_CACHE,
  SHELL_CACHE,
  SHELL_KEY,
  USER_CACHE,
} from './caches.ts'
import { handlePushEvents } from './push-events.ts'

/** Defined by the build. */
declare const __BUILT_FILES__: string[]
/** By language. */
declare const __NEW_FOR_YOU__: Record<string, string>

const language = new URL(location.href).searchParams.get(LANGUAGE_PARAMETER) ?? 'en'

/** What home needs offline; fetched at installation. */
const PRECACHED_READS = [
  '/api/songs/all',
  '/api/shows/upcoming',
  '/api/shows/live',
  '/api/shows/recent/multiple',
  '/api/admin/config',
]
const MAX_ENTRIES = 200
const MAX_SEEN_PAGES = 30
const GONE: ReadonlySet<number> = new Set([404, 410])

/** A page that the server has rendered is kept as it is; any other one offline begins with the shell. */
const seenPages: SerwistPlugin = {
  async cacheWillUpdate({ request, response }) {
    if (response.ok && response.headers.has(RENDERED_HEADER)) return response
    // What is gone is gone offline too.
    if (GONE.has(response.status)) await (await caches.open(SEEN_CACHE)).delete(request)
    return null
  },
  handlerDidError: () => caches.match(SHELL_KEY, { cacheName: SHELL_CACHE }),
}

/** A 404 means that nothing is saved yet. */
const cacheNotFound: SerwistPlugin = {
  cacheWillUpdate: async ({ response }) => (response.ok || response.status === 404 ? response : null),
}

// Network first, however long it takes: an old number must not look current.
const serwist = new Serwist({
  precacheEntries: __BUILT_FILES__.map((file) => ({
    url: `/assets/${file.endsWith('.js') ? fileInLanguage(file, language) : file}`,
    // The names change with the content.
    revision: null,
  })),
  precacheOptions: { cleanupOutdatedCaches: true },
  skipWaiting: true,
  clientsClaim: true,
  runtimeCaching: [
    {
      matcher: ({ request, url }) => request.mode === 'navigate' && isClientPage(url.pathname),
      handler: new NetworkFirst({
        cacheName: SEEN_CACHE,
        plugins: [seenPages, new ExpirationPlugin({ maxEntries: MAX_SEEN_PAGES })],
      }),
    },
    {
      matcher: ({ url, sameOrigin }) => sameOrigin && isPublicRead(url.pathname),
      handler: new NetworkFirst({
        cacheName: PUBLIC_CACHE,
        plugins: [new ExpirationPlugin({ maxEntries: MAX_ENTRIES })],
      }),
    },
    {
      matcher: ({ url, sameOrigin }) => sameOrigin && isUserRead(url.pathname),
      handler: new NetworkFirst({
        cacheName: USER_CACHE,
        plugins: [cacheNotFound, new ExpirationPlugin({ maxEntries: MAX_ENTRIES })],
      }),
    },
  ],
})

addEventListener('install', (event) => {
  if ('waitUntil' in event && typeof event.waitUntil === 'function') event.waitUntil(precacheFirstView())
})
handlePushEvents(__NEW_FOR_YOU__[language] ?? '')
serwist.addEventListeners()

async function precacheFirstView(): Promise<void> {
  // Of 0.12.0.
  await caches.delete('called-it-pages')
  const shell = await fetch('/', { headers: { accept: 'text/html', [SHELL_HEADER]: '1' } })
  if (shell.ok) await (await caches.open(SHELL_CACHE)).put(SHELL_KEY, shell)
  const publicCache = await caches.open(PUBLIC_CACHE)
  await Promise.allSettled(PRECACHED_READS.map((address) => publicCache.add(address)))
}
