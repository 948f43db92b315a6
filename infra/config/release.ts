import packageFile from '../package.json' with { type: 'json' }

/** As in `0.16.0`. */
export const RELEASE = packageFile.version
