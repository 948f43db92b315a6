/** More than any body of the contract, and far below what could overflow a recursive reader. */
const MAX_DEPTH = 32

const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]/g

/**
 * Parses JSON and refuses what `JSON.parse` accepts: duplicate keys, of which two readers may take different ones, and
 * nesting beyond 32 levels.
 *
 * @throws SyntaxError
 */
export function parseStrictJson(text: string): unknown {
  const value: unknown = JSON.parse(text)
  refuseDuplicatesAndDepth(text)
  return value
}

/** Takes valid JSON. `null` on the stack stands for an array. */
function refuseDuplicatesAndDepth(text: string): void {
  const open: (Set<string> | null)[] = []
  let expectsKey = false
  for (const [token] of text.matchAll(tokens)) {
    const keys = open.at(-1)
    if (token === '{' || token === '[') {
      open.push(token === '{' ? new Set() : null)
      if (open.length > MAX_DEPTH) throw new SyntaxError('nested too deeply')
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
      if (typeof key !== 'string' || keys.has(key)) throw new SyntaxError('duplicate key')
      keys.add(key)
    }
  }
}
