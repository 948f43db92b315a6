import { resolve } from 'node:path'

/** Where a journey serves the site that EMBED_ORIGINS allows. */
export const embeddingPortOf = (port: string) => Number(port) + 1

type JourneySystem = { readonly port: string; readonly dataDir: string }

/** How `npm start` starts the system that the journeys go through. */
export const journeySystem = ({ port, dataDir }: JourneySystem) => ({
  script: 'infra/launch/start.mjs',
  cwd: resolve(import.meta.dirname, '../..'),
  url: `http://localhost:${port}/readyz`,
  env: {
    PORT: port,
    DATA_DIR: dataDir,
    // All requests come from one address.
    RATE_LIMIT_SCALE: '100',
    // Journeys score the shows whose setlists they enter.
    AUTO_FINAL: 'off',
    // The push service of the journeys has no address.
    OUTBOUND_ALLOW: 'push.example',
    EMBED_ORIGINS: `http://127.0.0.1:${embeddingPortOf(port)}`,
  },
})
