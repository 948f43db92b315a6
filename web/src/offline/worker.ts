import { ExpirationPlugin, NetworkFirst, type PrecacheEntry, Serwist, type SerwistPlugin } from 'serwist'
import {
  isClientPage,
  isPublicRead,
  isUserRead,
  PAGE_CACHE,
  PUBLIC_CACHE,
  pageCacheKey,
  USER_CACHE,
} from './caches.ts'

/** The files of the build, put here by it. */
declare const __BUILT_FILES__: PrecacheEntry[]

/** What the first view after a loss of connection is made of, fetched when this worker arrives. */
const FIRST_COPIES = [
  '/api/songs/all',
  '/api/shows/upcoming',
  '/api/shows/recent/multiple',
  '/api/admin/config',
]
const MOST_COPIES = 200

/** Each page is the same two files, whatever its address. */
const onePagePerFile: SerwistPlugin = {
  cacheKeyWillBeUsed: async ({ request }) => pageCacheKey(new URL(request.url)),
}

/** That nothing is saved yet is worth knowing, too. */
const withNothingSaved: SerwistPlugin = {
  cacheWillUpdate: async ({ response }) => (response.ok || response.status === 404 ? response : null),
}

// Always the network's answer where there is one, however long it takes: an old number must not pass for a new one.
const serwist = new Serwist({
  precacheEntries: __BUILT_FILES__,
  precacheOptions: { cleanupOutdatedCaches: true },
  skipWaiting: true,
  clientsClaim: true,
  runtimeCaching: [
    {
      matcher: ({ request, url }) => request.mode === 'navigate' && isClientPage(url.pathname),
      handler: new NetworkFirst({ cacheName: PAGE_CACHE, plugins: [onePagePerFile] }),
    },
    {
      matcher: ({ url, sameOrigin }) => sameOrigin && isPublicRead(url.pathname),
      handler: new NetworkFirst({
        cacheName: PUBLIC_CACHE,
        plugins: [new ExpirationPlugin({ maxEntries: MOST_COPIES })],
      }),
    },
    {
      matcher: ({ url, sameOrigin }) => sameOrigin && isUserRead(url.pathname),
      handler: new NetworkFirst({ cacheName: USER_CACHE, plugins: [withNothingSaved] }),
    },
  ],
})

addEventListener('install', (event) => {
  if ('waitUntil' in event && typeof event.waitUntil === 'function') event.waitUntil(takeFirstCopies())
})
serwist.addEventListeners()

async function takeFirstCopies(): Promise<void> {
  const pages = await caches.open(PAGE_CACHE)
  for (const address of ['/', '/leaderboard']) {
    const answer = await fetch(address, { headers: { accept: 'text/html' } })
    if (answer.ok) await pages.put(pageCacheKey(new URL(address, location.origin)), answer)
  }
  const copies = await caches.open(PUBLIC_CACHE)
  await Promise.allSettled(FIRST_COPIES.map((address) => copies.add(address)))
}
