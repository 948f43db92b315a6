import { createRequire } from 'node:module'

/** Without the backends that the package itself loads too, which take 2 MB. */
export const bullmq: Pick<typeof import('bullmq'), 'Queue' | 'Worker'> = createRequire(import.meta.url)(
  'bullmq/dist/cjs/classes',
)
