import path from 'node:path'
import { provideProgram, type SystemProgram } from '@called-it/launch/system-program'

const nginx: SystemProgram = {
  names: ['nginx'],
  debianPackage: 'nginx',
  unpackedAt: 'usr/sbin/nginx',
  // The Debian package starts a server on port 80.
  isOnlyUnpacked: true,
  versionFlag: '-v',
  hint: 'The fault of restarted gateways needs it: install nginx, so that it is on the path.',
}

export function provideNginx(options: { dataDir: string; log: (line: string) => void }): Promise<string> {
  return provideProgram(nginx, { folder: path.join(options.dataDir, 'nginx'), log: options.log })
}
