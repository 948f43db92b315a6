import type { Plugin, ResolvedConfig } from 'vite'

/** A plugin that works on the written build, in the order of the plugins. */
export function afterBuild(name: string, run: (config: ResolvedConfig) => Promise<void>): Plugin {
  let config: ResolvedConfig
  return {
    name: `called-it:${name}`,
    apply: 'build',
    configResolved: (resolved) => {
      config = resolved
    },
    closeBundle: { sequential: true, order: 'post', handler: () => run(config) },
  }
}
