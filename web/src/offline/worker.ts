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
import { handlePushEvents } from './push-events.ts'

/** Defined by the build. */
declare const __BUILT_FILES__: PrecacheEntry[]

/** What home needs offline; fetched at installation. */
const PRECACHED_READS = [
  '/api/songs/all',
  '/api/shows/upcoming',
  '/api/shows/live',
  '/api/shows/recent/multiple',
  '/api/admin/config',
]
const MAX_ENTRIES = 200

const pageCacheKeys: SerwistPlugin = {
  cacheKeyWillBeUsed: async ({ request }) => pageCacheKey(new URL(request.url)),
}

/** A 404 means that nothing is saved yet. */
const cacheNotFound: SerwistPlugin = {
  cacheWillUpdate: async ({ response }) => (response.ok || response.status === 404 ? response : null),
}

// Network first, however long it takes: an old number must not look current.
const serwist = new Serwist({
  precacheEntries: __BUILT_FILES__,
  precacheOptions: { cleanupOutdatedCaches: true },
  skipWaiting: true,
  clientsClaim: true,
  runtimeCaching: [
    {
      matcher: ({ request, url }) => request.mode === 'navigate' && isClientPage(url.pathname),
      handler: new NetworkFirst({ cacheName: PAGE_CACHE, plugins: [pageCacheKeys] }),
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
handlePushEvents()
serwist.addEventListeners()

async function precacheFirstView(): Promise<void> {
  const pageCache = await caches.open(PAGE_CACHE)
  for (const address of ['/', '/leaderboard']) {
    const response = await fetch(address, { headers: { accept: 'text/html' } })
    if (response.ok) await pageCache.put(pageCacheKey(new URL(address, location.origin)), response)
  }
  const publicCache = await caches.open(PUBLIC_CACHE)
  await Promise.allSettled(PRECACHED_READS.map((address) => publicCache.add(address)))
}
