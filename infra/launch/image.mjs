/** In the image the packages and the pages are there already, and nothing but DATA_DIR can be written. */
const { runSystem } = await import('./system.ts')
await runSystem('image')
