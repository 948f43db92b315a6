import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { LANGUAGES, textsIn } from '@called-it/languages/texts'
import { SERVICE_WORKER_PATH } from '@called-it/shared/contract/served-page'
import { build, type Plugin } from 'vite'
import { afterBuild } from './after-build.ts'

/** Code, styles and the Latin fonts. */
const PRECACHED = /\.(?:js|css)$|-latin-wght-normal.*\.woff2$/

/** Builds the service worker with the list of files that it precaches. */
export function serviceWorker(): Plugin {
  return afterBuild('service-worker', async ({ root, build: { outDir, assetsDir } }) => {
    const assets = await readdir(path.resolve(root, outDir, assetsDir))
    const files = assets.filter((file) => PRECACHED.test(file))
    const newForYou = Object.fromEntries(
      LANGUAGES.map((language) => [language, textsIn(language)('push.new')]),
    )
    await build({
      root,
      configFile: false,
      logLevel: 'warn',
      define: {
        __BUILT_FILES__: JSON.stringify(files),
        __NEW_FOR_YOU__: JSON.stringify(newForYou),
      },
      build: {
        outDir: path.resolve(root, outDir),
        emptyOutDir: false,
        copyPublicDir: false,
        modulePreload: false,
        rolldownOptions: {
          input: 'src/offline/worker.ts',
          output: { format: 'iife', entryFileNames: SERVICE_WORKER_PATH.slice(1) },
        },
      },
    })
  })
}
