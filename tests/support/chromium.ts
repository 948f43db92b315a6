import { existsSync } from 'node:fs'
import path from 'node:path'
import { provideProgram, type SystemProgram } from '@called-it/launch/system-program'

const chromium: SystemProgram = {
  // The headless shell starts and renders several times as fast.
  names: ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'],
  debianPackage: 'chromium-headless-shell',
  unpackedAt: 'usr/lib/chromium/chromium-headless-shell',
  // On a machine without fonts they were unpacked as well, and have to be found there.
  unpackedEnv: (root) =>
    existsSync(path.join(root, 'etc/fonts/fonts.conf'))
      ? { FONTCONFIG_PATH: path.join(root, 'etc/fonts'), XDG_DATA_HOME: path.join(root, 'usr/share') }
      : {},
  hint: 'The browser journeys need it: install Chromium or Chrome, so that it is on the path.',
}

export function provideChromium(options: { dataDir: string; log: (line: string) => void }): Promise<string> {
  return provideProgram(chromium, { folder: path.join(options.dataDir, 'chromium'), log: options.log })
}
