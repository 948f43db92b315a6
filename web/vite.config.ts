/// <reference types="vitest/config" />
import react from '@vitejs/plugin-react'
import { defineConfig, loadEnv, type Plugin } from 'vite'
import { servedHome } from './build/served-home.ts'
import { serviceWorker } from './build/service-worker.ts'

/** The two faces that the first paint needs; the rest of the page's files are named by Vite itself. */
const PRELOADED_FONTS = /(?:bricolage-grotesque|geist)-latin-wght-normal.*\.woff2$/

/** What only the admins' pages use of what pages share. */
const OF_ADMINS =
  '(?:access-denied-toast|run-throughput|progress|run-progress|runs|switch|text-area|use-run-request|use-debounced)\\.'

/**
 * What changes with a package and not with a release stays cached over releases. zod is together with the
 * module that forbids it to compile code, which so runs before any chunk with a schema in it. Small things
 * that several pages share come as one file, and those of the admins' pages as another; what stands on Radix comes
 * with the pages that use it. Few files, since each of them delays the first paint of a slow phone.
 */
const CHUNKS = [
  {
    name: 'packages',
    test: /rolldown[\\/]runtime|src[\\/]lib[\\/]without-eval\.ts$|node_modules[\\/](?:react|react-dom|react-router(?:-dom)?|scheduler|zod|@tanstack[\\/](?:react-query|query-core))[\\/]/,
  },
  {
    name: 'ui',
    test: new RegExp(
      `src[\\\\/](?:lib|ui)[\\\\/](?!menu|tabs|toaster|[a-z]+-window|${OF_ADMINS})|node_modules[\\\\/]lucide-react[\\\\/]`,
    ),
    minShareCount: 2,
  },
  {
    name: 'admin',
    test: new RegExp(`src[\\\\/](?:lib|ui)[\\\\/]${OF_ADMINS}`),
    minShareCount: 2,
    // What home needs too stays with home.
    includeDependenciesRecursively: false,
  },
]

/** Lets the browser fetch the fonts together with the style sheet that names them, not after it. */
function preloadFonts(): Plugin {
  return {
    name: 'called-it:preload-fonts',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => PRELOADED_FONTS.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${file}` },
            injectTo: 'head' as const,
          })),
    },
  }
}

export default defineConfig(({ mode }) => {
  const { GATEWAY_URL, PORT = '3000' } = loadEnv(mode, process.cwd(), '')
  const gateway = GATEWAY_URL ?? `http://127.0.0.1:${PORT}`
  return {
    root: import.meta.dirname,
    plugins: [react(), preloadFonts(), servedHome(), serviceWorker()],
    build: {
      outDir: 'dist',
      emptyOutDir: true,
      // Every asset is a file of its own: the content security policy allows no font or script as a data URL.
      assetsInlineLimit: 0,
      // The tokens are written with light-dark(), which the default target would spell out twice.
      cssTarget: ['chrome123', 'firefox121', 'safari17.5'],
      // Names the chunks that each page needs, for whoever weighs them.
      manifest: true,
      rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
    },
    server: {
      host: '127.0.0.1',
      proxy: {
        '/api': { target: gateway },
        '/admin/jobs': { target: gateway },
        '/readyz': { target: gateway },
        '/socket.io': { target: gateway, ws: true },
      },
    },
    test: {
      name: 'web',
      environment: 'happy-dom',
      include: ['src/**/*.test.{ts,tsx}'],
      setupFiles: ['src/testing/set-up.ts'],
      testTimeout: 30_000,
    },
  }
})
