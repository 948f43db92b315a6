/**
 * Asks one address over and over, on connections that are kept: `node gateway/bench/load.ts <url> <requests>
 * <connections>`. A process of its own, so that what asking costs is not counted as answering. Prints a line of
 * JSON: how many answers were not 200, and the length of a body.
 */
import { Agent, get } from 'node:http'

const [, , url, requests, connections] = process.argv
if (url === undefined) throw new Error('load.ts <url> <requests> <connections>')
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) })
let left = Number(requests)
let failed = 0
let bytes = 0

function ask(address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    get(address, { agent }, (response) => {
      let length = 0
      response.on('data', (chunk: Buffer) => {
        length += chunk.length
      })
      response.on('end', () => {
        if (response.statusCode !== 200) failed += 1
        bytes = length
        resolve()
      })
    }).once('error', reject)
  })
}

async function askUntilDone(address: string): Promise<void> {
  while (left > 0) {
    left -= 1
    await ask(address)
  }
}

await Promise.all(Array.from({ length: Number(connections) }, () => askUntilDone(url)))
agent.destroy()
process.stdout.write(`${JSON.stringify({ failed, bytes })}\n`)
