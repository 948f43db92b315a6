// A Discord bot with /board and /next. Settings: CALLED_IT_URL, CALLED_IT_KEY, DISCORD_PUBLIC_KEY, PORT (8080).
import { createPublicKey, verify } from 'node:crypto'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'

const { CALLED_IT_URL, CALLED_IT_KEY, DISCORD_PUBLIC_KEY, PORT = '8080' } = process.env
const x = Buffer.from(DISCORD_PUBLIC_KEY, 'hex').toString('base64url')
const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x } })
async function read(path) {
  const headers = { Authorization: `Bearer ${CALLED_IT_KEY}` }
  const response = await fetch(new URL(path, CALLED_IT_URL), { headers, signal: AbortSignal.timeout(2_000) })
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return response.json()
}
const commands = {
  async board() {
    const { leaderboard } = await read('/api/leaderboard?limit=10')
    const rows = leaderboard.map(({ rank, userName, totalScore }) => `${rank}. ${userName}: ${totalScore}`)
    return `\`\`\`\n${rows.join('\n').replaceAll('`', "'") || 'nobody yet'}\n\`\`\``
  },
  async next() {
    const [show] = (await read('/api/shows/upcoming')).shows
    return show
      ? `${show.venue}: picks close <t:${Date.parse(show.locks_at) / 1000}:R>`
      : 'no show is announced'
  },
}
async function reply(request) {
  const { 'x-signature-ed25519': signature, 'x-signature-timestamp': timestamp } = request.headers
  const body = await text(request)
  if (!verify(null, Buffer.from(timestamp + body), publicKey, Buffer.from(signature, 'hex'))) return null
  const { type, data } = JSON.parse(body)
  if (type === 1) return { type: 1 }
  const content = await commands[data.name]().catch(() => 'The site does not answer.')
  return { type: 4, data: { content, allowed_mentions: { parse: [] } } }
}
createServer(async (request, response) => {
  const replied = await reply(request).catch(() => null)
  response.writeHead(replied ? 200 : 401, { 'Content-Type': 'application/json' }).end(JSON.stringify(replied))
}).listen(PORT)
