/**
 * The environment of programs that tests start: the path, and the cache of compiled code, which halves their start
 * time. No settings of the developer.
 */
export const bareEnv: NodeJS.ProcessEnv = {
  PATH: process.env.PATH,
  ...(process.env.NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE }),
}
