/** Deeper than any body of the contract, and far from what would trouble a reader of it. */
const DEEPEST = 32

const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/g

/**
 * Parses JSON as `JSON.parse` does, and refuses what it lets pass: an object that names a key twice, of which
 * two readers may take a different one, and nesting beyond 32 levels.
 *
 * @throws SyntaxError
 */
export function parseStrictJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  refuseDuplicateKeys(text)
  return value
}

/** Walks over the tokens of a text that is known to be JSON; `null` on the stack stands for an array. */
function refuseDuplicateKeys(text: string): void {
  const open: (Set<string> | null)[] = []
  let expectsKey = false
  for (const [token] of text.matchAll(tokens)) {
    const keys = open.at(-1)
    if (token === '{' || token === '[') {
      open.push(token === '{' ? new Set() : null)
      if (open.length > DEEPEST) throw new SyntaxError('nested too deeply')
      expectsKey = token === '{'
    } else if (token === '}' || token === ']') {
      open.pop()
      expectsKey = false
    } else if (token === ',') {
      expectsKey = keys instanceof Set
    } else if (token === ':') {
      expectsKey = false
    } else if (expectsKey && keys) {
      const key: unknown = JSON.parse(token)
      if (typeof key !== 'string' || keys.has(key)) throw new SyntaxError('a key is named twice')
      keys.add(key)
    }
  }
}
