/// <reference types="vitest/config" />
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv } from 'vite'
import { nameChunk } from './build/chunks.ts'
import { renderOnServer } from './build/rendering.ts'
import { linkRoutes } from './build/route-links.ts'
import { serviceWorker } from './build/service-worker.ts'
import { texts } from './build/texts.ts'

/**
 * The first view comes as two files, because each further file delays its first paint on a slow phone: its packages,
 * which stay cached over releases, and the rest. `nameChunk` decides about everything else.
 */
const CHUNKS = [
  { name: 'packages', tags: ['$initial' as const], test: /node_modules/ },
  { name: 'first-view', tags: ['$initial' as const] },
  { name: nameChunk, includeDependenciesRecursively: false },
]

export default defineConfig(({ mode }) => {
  const { GATEWAY_URL, PORT = '3000' } = loadEnv(mode, process.cwd(), '')
  const gateway = GATEWAY_URL ?? `http://127.0.0.1:${PORT}`
  return {
    root: import.meta.dirname,
    plugins: [texts(), react(), renderOnServer(), linkRoutes(), serviceWorker()],
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      // No data URLs: the content security policy forbids them for fonts and scripts.
      assetsInlineLimit: 0,
      // Keeps light-dark(), which the default target would expand into twice the rules.
      cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
      // The browsers of `cssTarget` have it.
      modulePreload: { polyfill: false },
      // Lists the chunks of each page, for the weight test.
      manifest: true,
      rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
    },
    server: {
      host: '127.0.0.1',
      proxy: {
        '/api': { target: gateway },
        '/admin/jobs': { target: gateway },
        '/preview': { target: gateway },
        '/calendar.ics': { target: gateway },
        '/feed.atom': { target: gateway },
        '/manifest.webmanifest': { target: gateway },
        '/icons': { target: gateway },
        '/embed': { target: gateway },
        '/readyz': { target: gateway },
        '/socket.io': { target: gateway, ws: true },
      },
    },
    test: {
      name: 'web',
      environment: 'happy-dom',
      include: ['src/**/*.test.{ts,tsx}'],
      setupFiles: ['../tests/support/web/set-up.ts'],
      testTimeout: 30_000,
    },
  }
})
