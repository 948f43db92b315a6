import path from 'node:path'
import { provideProgram, type SystemProgram } from './system-program.ts'

const chromium: SystemProgram = {
  names: ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'],
  debianPackage: 'chromium',
  unpackedAt: 'usr/lib/chromium/chromium',
  // Fonts and their configuration are looked up below /etc and /usr/share, where nothing was installed.
  unpackedEnv: (root) => ({
    FONTCONFIG_PATH: path.join(root, 'etc/fonts'),
    XDG_DATA_HOME: path.join(root, 'usr/share'),
  }),
  waysOut: 'The browser journeys need it: install Chromium or Chrome, so that it is on the path.',
}

/** The path of a browser for the journeys: found, or else installed or unpacked. */
export function provideChromium(options: { dataDir: string; log: (line: string) => void }): Promise<string> {
  return provideProgram(chromium, { folder: path.join(options.dataDir, 'chromium'), log: options.log })
}
