import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const VARIATION = 'fe0f'
const JOINER = '200d'

/** The drawing of an emoji as a data URL; of a combination without one that of its first emoji; null without any. */
export async function readEmoji(emoji: string): Promise<string | null> {
  const codes = [...emoji].map((sign) => sign.codePointAt(0)?.toString(16) ?? '')
  const plain = codes.filter((code) => code !== VARIATION)
  const names = [codes.includes(JOINER) ? codes : plain, plain, plain.slice(0, 1)]
  for (const name of names) {
    const svg = await readDrawing(name.join('-'))
    if (svg !== null) return `data:image/svg+xml;base64,${svg.toString('base64')}`
  }
  return null
}

async function readDrawing(name: string): Promise<Buffer | null> {
  try {
    return await readFile(fileURLToPath(import.meta.resolve(`@twemoji/svg/${name}.svg`)))
  } catch {
    return null
  }
}
