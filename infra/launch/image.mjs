/** The image has the packages and the built pages; only DATA_DIR is writable. */
const { runSystem } = await import('./system.ts')
await runSystem('image')
