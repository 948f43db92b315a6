/** Where a journey serves the site that EMBED_ORIGINS allows. */
export const EMBEDDING_PORT = Number(process.env.JOURNEY_PORT ?? '3411') + 1
