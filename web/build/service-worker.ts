import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { SERVICE_WORKER_PATH } from '@called-it/shared/contract/served-page'
import { build, type Plugin, type ResolvedConfig } from 'vite'

/** What a page is made of: code, styles, and the letters of the languages that it is written in. */
const KEPT = /\.(?:js|css)$|-latin-wght-normal.*\.woff2$/

/** Builds the service worker, with the list of the built files that it keeps. */
export function serviceWorker(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'called-it:service-worker',
    apply: 'build',
    configResolved: (resolved) => {
      config = resolved
    },
    closeBundle: {
      sequential: true,
      order: 'post',
      async handler() {
        const outDir = path.resolve(config.root, config.build.outDir)
        const assets = await readdir(path.join(outDir, config.build.assetsDir))
        const files = assets
          .filter((file) => KEPT.test(file))
          // Their names change with their content.
          .map((file) => ({ url: `/${config.build.assetsDir}/${file}`, revision: null }))
        await build({
          root: config.root,
          configFile: false,
          logLevel: 'warn',
          define: { __BUILT_FILES__: JSON.stringify(files) },
          build: {
            outDir,
            emptyOutDir: false,
            copyPublicDir: false,
            modulePreload: false,
            rolldownOptions: {
              input: 'src/offline/worker.ts',
              output: { format: 'iife', entryFileNames: SERVICE_WORKER_PATH.slice(1) },
            },
          },
        })
      },
    },
  }
}
