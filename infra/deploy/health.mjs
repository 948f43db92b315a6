/** Exits with 0 when the URL returns 2xx within three seconds. The image has no curl. */
const [, , url = 'http://127.0.0.1:3000/readyz'] = process.argv
const response = await fetch(url, { signal: AbortSignal.timeout(3_000) }).catch(() => null)
process.exit(response?.ok ? 0 : 1)
