import { existsSync } from 'node:fs'
import path from 'node:path'
import { provideProgram, type SystemProgram } from '@called-it/launch/system-program'

const chromium: SystemProgram = {
  // The shell has no windows to draw: it starts and draws several times as fast.
  names: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'],
  debianPackage: 'chromium-headless-shell',
  unpackedAt: 'usr/lib/chromium/chromium-headless-shell',
  // On a machine without fonts these were unpacked as well, but are looked up where nothing was installed.
  unpackedEnv: (root) =>
    existsSync(path.join(root, 'etc/fonts/fonts.conf'))
      ? { FONTCONFIG_PATH: path.join(root, 'etc/fonts'), XDG_DATA_HOME: path.join(root, 'usr/share') }
      : {},
  hint: 'The browser journeys need it: install Chromium or Chrome, so that it is on the path.',
}

/** The path of a browser for the journeys: found, or else installed or unpacked. */
export function provideChromium(options: { dataDir: string; log: (line: string) => void }): Promise<string> {
  return provideProgram(chromium, { folder: path.join(options.dataDir, 'chromium'), log: options.log })
}
